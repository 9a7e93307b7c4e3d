/** A disk whose every write is known: a file system on a loop device over a file that a thread of ours serves. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { BREAKS_READS, BREAKS_WRITES, COUNTER, type LogEntry, MODE, SHARED_BYTES } from './served-disk.ts';

export const FILE_SYSTEMS = ['ext4', 'xfs', 'btrfs'] as const;
export type FileSystem = (typeof FILE_SYSTEMS)[number];

const run = promisify(execFile);

const MKFS: Record<FileSystem, string[]> = {
  // Nothing is written later that could have been written now: what the log holds is the engine's.
  ext4: ['mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0'],
  xfs: ['mkfs.xfs', '-q', '-f'],
  btrfs: ['mkfs.btrfs', '-q', '-f'],
};
/** The smallest that mkfs takes gladly, in megabytes. */
const MEGABYTES: Record<FileSystem, number> = { ext4: 256, xfs: 320, btrfs: 256 };

export interface Recording {
  fileSystem: FileSystem;
  /** The image before the first write. */
  base: string;
  log: string;
  entries: LogEntry[];
}

/** Makes an image with an empty file system. @returns its size in bytes */
export function makeImage(
  path: string,
  fileSystem: FileSystem,
  megabytes: number = MEGABYTES[fileSystem],
  more: readonly string[] = [],
): number {
  writeFileSync(path, '');
  truncateSync(path, megabytes << 20);
  const [command = '', ...args] = MKFS[fileSystem];
  execFileSync(command, [...args, ...more, path], { stdio: ['ignore', 'ignore', 'pipe'] });
  return megabytes << 20;
}

/** Mounts an image, or any file, through a loop device. @returns the device */
export async function mountImage(image: string, mountPoint: string): Promise<string> {
  mkdirSync(mountPoint, { recursive: true });
  const { stdout } = await run('losetup', ['--find', '--show', image]);
  const loop = stdout.trim();
  try {
    await run('mount', [loop, mountPoint]);
  } catch (error) {
    await run('losetup', ['--detach', loop]);
    throw error;
  }
  return loop;
}

export async function unmount(mountPoint: string, loop: string): Promise<void> {
  await run('umount', [mountPoint]);
  await run('losetup', ['--detach', loop]);
}

export class Disk {
  readonly mountPoint: string;
  readonly #state: Int32Array;
  readonly #worker: Worker;
  readonly #entries: Promise<LogEntry[]>;
  readonly #served: string;
  readonly #recording: Omit<Recording, 'entries'>;
  #loop = '';

  private constructor(
    worker: Worker,
    state: Int32Array,
    places: { mountPoint: string; served: string; recording: Omit<Recording, 'entries'> },
  ) {
    this.#worker = worker;
    this.#state = state;
    this.mountPoint = places.mountPoint;
    this.#served = places.served;
    this.#recording = places.recording;
    this.#entries = once(worker, 'message').then(([entries]) => entries as LogEntry[]);
  }

  /**
   * Makes the disk in a folder, with an empty file system on it, and mounts it.
   * @throws Error where this machine does not let us
   */
  static async make(folder: string, mountPoint: string, fileSystem: FileSystem): Promise<Disk> {
    mkdirSync(folder, { recursive: true });
    const [base, image, log, served] = ['base.img', 'disk.img', 'writes', 'served'].map((name) => join(folder, name));
    if (base === undefined || image === undefined || log === undefined || served === undefined) throw new RangeError();
    const size = makeImage(base, fileSystem);
    await run('cp', ['--sparse=always', base, image]);
    writeFileSync(served, '');
    const device = openSync('/dev/fuse', 'r+');
    try {
      // The kernel takes the descriptor of whoever mounts.
      execFileSync(
        'mount',
        ['-i', '-t', 'fuse', '-o', 'fd=3,rootmode=100000,user_id=0,group_id=0', 'gantry-faults', served],
        { stdio: ['ignore', 'ignore', 'pipe', device] },
      );
    } catch (error) {
      closeSync(device);
      throw error;
    }
    const shared = new SharedArrayBuffer(SHARED_BYTES);
    const worker = new Worker(new URL('./serve-worker.ts', import.meta.url), {
      workerData: { device, image, size, log, shared },
    });
    worker.once('exit', () => closeSync(device));
    const recording = { fileSystem, base, log };
    const disk = new Disk(worker, new Int32Array(shared), { mountPoint, served, recording });
    try {
      await disk.mount();
    } catch (error) {
      await disk.#end();
      throw error;
    }
    return disk;
  }

  /** How many writes and flushes there were. What was told before this was asked was told after them. */
  position(): number {
    return Atomics.load(this.#state, COUNTER);
  }

  /** From now on the disk answers EIO, or no longer. */
  break(what: { reads: boolean; writes: boolean }): void {
    Atomics.store(this.#state, MODE, (what.reads ? BREAKS_READS : 0) | (what.writes ? BREAKS_WRITES : 0));
  }

  async mount(): Promise<void> {
    this.#loop = await mountImage(this.#served, this.mountPoint);
  }

  async unmount(): Promise<void> {
    await unmount(this.mountPoint, this.#loop);
    this.#loop = '';
  }

  /** Takes it away. @returns everything that was written */
  async close(): Promise<Recording> {
    if (this.#loop !== '') await this.unmount();
    return { ...this.#recording, entries: await this.#end() };
  }

  async #end(): Promise<LogEntry[]> {
    const ended = once(this.#worker, 'exit');
    await run('umount', [this.#served]);
    const entries = await this.#entries;
    await ended;
    return entries;
  }
}
