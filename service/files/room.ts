/** Work that ended because the disk was full, and goes on by itself when there is room again. */
import { statfsSync } from 'node:fs';
import type { Log } from '../log.ts';

/** Time between looks, in milliseconds. */
const LOOK_MS = 10_000;
/** How much more must be free than when it ended, in bytes: a sixteenth of the disk, between these. */
const [LEAST, MOST] = [2 << 20, 64 << 20];
/** A try that fills the disk again wants twice as much the next time; after so many a person decides. */
const MOST_TRIES = 5;
/** How many more files it must take than when it ended, where that was not for space. */
const FILES = 256;

export interface Space {
  /** Bytes. */
  free: number;
  size: number;
  /** How many more files it takes. */
  files: number;
}

interface Waiting {
  free: number;
  files: number;
  lacks: number;
  goOn: () => Promise<unknown> | undefined;
}

export class Room {
  readonly #look: () => Space;
  readonly #log: Log;
  readonly #waiting = new Map<string, Waiting>();
  readonly #tries = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** @param look how much is free; for tests */
  constructor(folder: string, log: Log, look: () => Space = () => spaceOf(folder)) {
    this.#log = log;
    this.#look = look;
  }

  /** Whether work may still wait: it was not begun again too often. @param name such as `import 3` */
  takes(name: string): boolean {
    return !this.#closed && (this.#tries.get(name) ?? 0) < MOST_TRIES;
  }

  /**
   * Goes on when there is clearly more room than now. Looks only while something waits.
   * @param goOn begins it again, unless that makes no sense any more
   * @param space in bytes: what was free when it ended (without it, what is free now), and how much more it needs, where that is known
   */
  wait(name: string, goOn: Waiting['goOn'], { since, lacks = 0 }: { since?: number; lacks?: number } = {}): void {
    if (this.#closed) return;
    const space = this.#space();
    this.#waiting.set(name, { free: since ?? space?.free ?? 0, files: space?.files ?? 0, lacks, goOn });
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
  }

  /** A person took it in hand, or it has ended well: what was tried before no longer counts. */
  forget(name: string): void {
    this.#waiting.delete(name);
    this.#tries.delete(name);
    this.#rest();
  }

  /** Looks now. */
  look(): void {
    const space = this.#space();
    if (space === null) return;
    const step = Math.min(MOST, Math.max(LEAST, space.size / 16));
    for (const [name, { free, files, lacks, goOn }] of [...this.#waiting]) {
      const tries = this.#tries.get(name) ?? 0;
      const hasSpace = space.free >= free + Math.max(lacks, step * 2 ** tries);
      // What lacks space is not helped by files.
      const hasFiles = lacks === 0 && files < FILES && space.files >= files + FILES * 2 ** tries;
      if (!hasSpace && !hasFiles) continue;
      this.#waiting.delete(name);
      this.#tries.set(name, tries + 1);
      this.#log('info', `There is room on the disk again: ${name} goes on.`);
      // One after the other: the next look sees what this one took.
      void this.#begin(name, goOn);
      break;
    }
    this.#rest();
  }

  async #begin(name: string, goOn: Waiting['goOn']): Promise<void> {
    try {
      await goOn();
    } catch (error) {
      this.#log('warning', `${name} could not go on by itself. ${String(error)}`);
    }
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
    this.#rest();
  }

  #rest(): void {
    if (this.#waiting.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Null where the disk does not say. */
  #space(): Space | null {
    try {
      return this.#look();
    } catch {
      return null;
    }
  }
}

function spaceOf(folder: string): Space {
  const { bavail, bsize, blocks, files, ffree } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize, files: files > 0 ? ffree : Number.POSITIVE_INFINITY };
}
