/**
 * The dump of many revisions as several dumps of fewer, asked for at the same time and read in order. Over a line that takes
 * long to answer `svnrdump` waits for each revision by itself (500 revisions over HTTP at 40 ms: 21.6 s in one dump, 5.8 s in
 * four at the same time, Subversion 1.14.2). svnserve sends all revisions without being asked for each (1,000 revisions at 40 ms:
 * 0.9 s in one dump, 3.7 s in several): there the first revisions show which it is.
 */
import { Failure } from '../../failures/failure.ts';
import type { ToolRun } from '../../processes/run.ts';

/** Dumps that run at the same time, at most. */
export const AT_ONCE = 4;
/** Dumps begun and not yet read to their end, for each that may run. */
const AHEAD = 2;
/** Bytes of one dump that are held until its turn comes; then the server waits. */
const HELD_BYTES = 8 << 20;
/** Revisions of one dump: fewer cost more in connections than they gain. */
const FEWEST = 25;
const MOST = 500;
/** Bytes of a revision before the first dump has ended. */
const GUESSED_BYTES = 32 << 10;
/** A dump that took so many times as long for a revision as the fastest one shows a server that is kept too busy. */
const SLOW = 3;
/** One that took less than so many times as long as the quickest shows that another may run. */
const QUICK = 1.5;

/** A dump as it arrives, however many programs bring it. */
export interface DumpStream {
  pieces(): AsyncIterable<Buffer>;
  /** What was handed on is used: nobody is silent. */
  heard(): void;
  /** Ends when the program that is read ended. @throws Failure as `ToolRun.done` */
  done(): Promise<unknown>;
  stop(): Promise<void>;
  /** Gives back what was taken for it. */
  close(): void;
}

export interface Ranges {
  first: number;
  last: number;
  /**
   * A server that sends the first few revisions faster than this, in milliseconds from the first byte on, waits for no question
   * before each: it is left to send all. Without it several are asked for at once.
   */
  streamsWithin?: number;
  /** Begins the dump of some revisions, its output left to the caller. */
  begin(first: number, last: number): ToolRun;
}

/** 'trying' until the first dump has shown whether the server waits for a question before each revision. */
type Way = 'trying' | 'streaming' | 'waiting';

export class RangedDump implements DumpStream {
  readonly #ranges: Ranges;
  readonly #open: Range[] = [];
  #front: Range | null = null;
  #next: number;
  #atOnce = AT_ONCE;
  #best = Number.POSITIVE_INFINITY;
  /** Of a revision, on average. */
  #bytesEach = GUESSED_BYTES;
  #stopped = false;
  /** Why the login is taken no more. */
  #refused: Failure | null = null;
  #way: Way;

  constructor(ranges: Ranges) {
    this.#ranges = ranges;
    this.#next = ranges.first;
    this.#way = ranges.streamsWithin === undefined ? 'waiting' : 'trying';
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (this.#fill(); this.#open.length > 0; this.#fill()) {
      const range = this.#open[0] as Range;
      this.#front = range;
      let isRead = false;
      if (!range.hasFailed) {
        for await (const piece of range.pieces()) {
          isRead = true;
          yield piece;
          this.#fill();
        }
      }
      try {
        await range.tool.done;
        this.#open.shift();
      } catch (error) {
        this.#failed(error);
        if (isRead || range.isAgain || this.#stopped) throw this.#refused ?? error;
        // Some servers refuse many connections of one client: what nobody has read yet is asked for again, with fewer.
        this.#atOnce = Math.max(1, this.#atOnce >> 1);
        this.#open[0] = this.#begin(range.first, range.last, true);
        await range.tool.stop();
      }
    }
  }

  heard(): void {
    for (const range of this.#open) range.tool.heard();
  }

  async done(): Promise<unknown> {
    return await this.#front?.tool.done;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#open.map(({ tool }) => tool.stop()));
  }

  close(): void {
    void this.stop();
  }

  #fill(): void {
    const { last } = this.#ranges;
    const running = () => this.#open.filter(({ isOver }) => !isOver).length;
    while (!this.#stopped && this.#next <= last && running() < this.#atOnce && this.#open.length < AHEAD * AT_ONCE) {
      if (this.#way !== 'waiting') {
        // What it is shown by has to be over first.
        if (this.#way === 'trying' && this.#next > this.#ranges.first) return;
        const end = this.#way === 'streaming' ? last : Math.min(last, this.#next + FEWEST - 1);
        this.#open.push(this.#begin(this.#next, end));
        this.#next = end + 1;
        continue;
      }
      const size = Math.ceil((last - this.#next + 1) / (2 * AT_ONCE));
      // More than can be held would wait for its turn instead of for the server.
      const most = Math.min(MOST, Math.floor(HELD_BYTES / this.#bytesEach));
      const end = Math.min(last, this.#next + Math.max(FEWEST, Math.min(most, size)) - 1);
      this.#open.push(this.#begin(this.#next, end));
      this.#next = end + 1;
    }
  }

  /** A login that was refused is told to the server no more: each time counts for whoever locks accounts. */
  #failed(error: unknown): void {
    if (!(error instanceof Failure) || error.kind !== 'auth' || this.#refused !== null) return;
    this.#refused = error;
    void this.stop();
  }

  #begin(first: number, last: number, isAgain = false): Range {
    const onEnd = ({ milliseconds, streamed, bytes }: RangeEnd) => {
      const revisions = last - first + 1;
      if (this.#way === 'trying')
        this.#way = milliseconds !== null && streamed < (this.#ranges.streamsWithin ?? 0) ? 'streaming' : 'waiting';
      this.#bytesEach = Math.max(1, bytes / revisions);
      if (milliseconds === null) return this.#fill();
      const pace = milliseconds / revisions;
      this.#best = Math.min(this.#best, pace);
      if (pace > SLOW * this.#best) this.#atOnce = Math.max(1, this.#atOnce - 1);
      else if (pace < QUICK * this.#best) this.#atOnce = Math.min(AT_ONCE, this.#atOnce + 1);
      this.#fill();
    };
    const onFailure = (error: unknown) => this.#failed(error);
    return new Range({ first, last, isAgain }, this.#ranges.begin(first, last), onEnd, onFailure);
  }
}

interface RangeEnd {
  /** How long it took; null where it had to wait for its turn. */
  milliseconds: number | null;
  /** The same from its first byte on. */
  streamed: number;
  bytes: number;
}

interface Asked {
  first: number;
  last: number;
  /** The first try was refused. */
  isAgain: boolean;
}

/** One dump, read ahead as far as memory allows. */
class Range {
  readonly first: number;
  readonly last: number;
  readonly isAgain: boolean;
  readonly tool: ToolRun;
  isOver = false;
  hasFailed = false;
  readonly #held: Buffer[] = [];
  /** Now held, and in all. */
  #bytes = 0;
  #total = 0;
  #waited = false;
  /** When its first byte came. */
  #firstAt: number | null = null;
  #wake: () => void = () => undefined;

  constructor(
    { first, last, isAgain }: Asked,
    tool: ToolRun,
    onEnd: (end: RangeEnd) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.first = first;
    this.last = last;
    this.isAgain = isAgain;
    this.tool = tool;
    const begun = performance.now();
    void this.#read()
      .then(() => tool.done)
      .then(
        () => {
          this.isOver = true;
          const now = performance.now();
          const streamed = now - (this.#firstAt ?? begun);
          onEnd({ milliseconds: this.#waited ? null : now - begun, streamed, bytes: this.#total });
        },
        (error: unknown) => {
          this.isOver = true;
          this.hasFailed = true;
          onFailure(error);
        },
      )
      .finally(() => this.#wake());
  }

  async *pieces(): AsyncGenerator<Buffer> {
    for (;;) {
      const piece = this.#held.shift();
      if (piece !== undefined) {
        this.#bytes -= piece.length;
        this.#wake();
        yield piece;
      } else if (this.isOver) {
        return;
      } else {
        await this.#change();
      }
    }
  }

  async #read(): Promise<void> {
    for await (const piece of this.tool.stdout) {
      this.tool.heard();
      this.#firstAt ??= performance.now();
      this.#held.push(piece as Buffer);
      this.#bytes += (piece as Buffer).length;
      this.#total += (piece as Buffer).length;
      this.#wake();
      while (this.#bytes >= HELD_BYTES) {
        this.#waited = true;
        await this.#change();
      }
    }
  }

  /** Ends when something was added, taken, or the dump is over. Reader and taker never wait at the same time. */
  #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    return promise;
  }
}
