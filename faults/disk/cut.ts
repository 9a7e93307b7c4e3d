/** What lies on a disk when the power is cut at a moment of a recording. */
import { execFile } from 'node:child_process';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Random } from '../../service/testing/random.ts';
import type { Recording } from './disk.ts';
import { FLUSH, type LogEntry } from './served-disk.ts';

const run = promisify(execFile);
const SECTOR = 4096;

/**
 * Which of the writes since the last flush are on the disk: all, as they were sent; or any of them, each whole or up to one of
 * its sectors, as a disk with a memory of its own leaves them.
 */
export const CACHES = ['sent', 'any'] as const;
export type Cache = (typeof CACHES)[number];

/** Makes the images of a recording, one after the other. */
export class Cuts {
  readonly #recording: Recording;
  /** Everything before `#done` is in it. */
  readonly #rolling: string;
  #done = 0;

  private constructor(recording: Recording, rolling: string) {
    this.#recording = recording;
    this.#rolling = rolling;
  }

  /** @param rolling file of ours */
  static async of(recording: Recording, rolling: string): Promise<Cuts> {
    await run('cp', ['--sparse=always', recording.base, rolling]);
    return new Cuts(recording, rolling);
  }

  /**
   * Makes the image of a cut.
   * @param position entries that were sent; never before that of an earlier call
   */
  async image(position: number, cache: Cache, random: Random, to: string): Promise<void> {
    const { entries, log } = this.#recording;
    const sent = entries.slice(0, position);
    const flushed = sent.findLastIndex(({ offset }) => offset === FLUSH) + 1;
    write(this.#rolling, log, sent.slice(this.#done, flushed));
    this.#done = Math.max(this.#done, flushed);
    await run('cp', ['--sparse=always', this.#rolling, to]);
    const since = sent.slice(this.#done);
    write(to, log, cache === 'sent' ? since : since.flatMap((entry) => left(entry, random)));
  }
}

function left(entry: LogEntry, random: Random): LogEntry[] {
  const luck = random();
  if (luck < 0.45) return [];
  if (luck < 0.9) return [entry];
  return [{ ...entry, length: Math.floor((random() * entry.length) / SECTOR) * SECTOR }];
}

function write(image: string, log: string, entries: readonly LogEntry[]): void {
  const [to, from] = [openSync(image, 'r+'), openSync(log, 'r')];
  try {
    for (const { offset, length, at } of entries) {
      const bytes = Buffer.alloc(length);
      readSync(from, bytes, 0, length, at);
      writeSync(to, bytes, 0, length, offset === FLUSH ? 0 : offset);
    }
  } finally {
    closeSync(to);
    closeSync(from);
  }
}
