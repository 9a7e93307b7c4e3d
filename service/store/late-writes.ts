/**
 * Ends of work that the disk does not take: they are written when it takes them, without a new start of the engine. What is
 * shown meanwhile is the room's own affair.
 */
import { asFailure } from '../failures/as-failure.ts';
import type { Log } from '../log.ts';

/** Time between tries, in milliseconds. */
const AGAIN_MS = 1000;

/** Whether the disk refused, rather than the statement being wrong: full, broken, or not to be written. */
export function isRefusedByDisk(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return false;
  if (code.startsWith('SQLITE_')) return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)/.test(code);
  // Not by the code alone: Node's rmSync has none for most (src/node_file.cc, `RmSync`), and says them in words.
  return ['disk_full', 'disk_failed'].includes(asFailure(error).kind);
}

/** As `isRefusedByDisk`, of an open database: what it reads on a disk that went away in the middle looks malformed to SQLite. */
export function isLeftUnwritten(error: unknown): boolean {
  return isRefusedByDisk(error) || String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_CORRUPT');
}

export class LateWrites {
  readonly #log: Log;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Writes now, or as soon as the disk takes it; in the order in which it was asked.
   * @param write done once, as a whole: a transaction, or one statement
   * @returns whether it is written
   * @throws what `write` throws for another reason than the disk
   */
  write(write: () => void): boolean {
    if (this.#waiting.length === 0) {
      try {
        write();
        return true;
      } catch (error) {
        if (!isLeftUnwritten(error)) throw error;
        this.#log('error', `What became of some work is written when the disk takes it. ${String(error)}`);
      }
    }
    this.#waiting.push(write);
    this.#timer ??= setInterval(() => this.#again(), AGAIN_MS).unref();
    return false;
  }

  #again(): void {
    try {
      for (let write = this.#waiting[0]; write !== undefined; write = this.#waiting[0]) {
        write();
        this.#waiting.shift();
      }
    } catch (error) {
      if (isLeftUnwritten(error)) return;
      this.#log('error', `The end of some work could not be written. ${String(error)}`);
      this.#waiting.shift();
      return;
    }
    this.#stop();
  }

  /** Tries a last time. What is not written then is found out by the next start. */
  close(): void {
    this.#again();
    this.#stop();
  }

  #stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
