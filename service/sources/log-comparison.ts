/** Authors, dates and messages of commits against what the source's own log says now. */
import { type Sentence, say } from '../../language/sentence.ts';
import { type CommitLog, readCommitLogs } from '../git/commit-logs.ts';

/** What a source's log says of a revision; null is what it does not tell, or what cannot be compared. */
export interface LogEntry {
  /** As the source names who made it. */
  author: string | null;
  /** Seconds since 1970. */
  seconds: number | null;
  /** `+hhmm`. */
  zone: string | null;
  message: string | null;
}

/** A commit or annotated tag, and what its revision's log says. */
export interface LoggedCommit {
  /** Names the two in what differs. */
  key: string;
  commit: string;
  entry: LogEntry;
  /** Whether the log names another author than the one who came with the revision. */
  hasOtherAuthor?: boolean;
}

export interface LogWays {
  /** Whether a message in Git is what the source's program says. */
  isSameMessage(inGit: string, said: string): boolean;
  /** What stands for an author of Git; the whole identity where it does not say otherwise. */
  identityOf?(author: string): string;
}

const AUTHOR = 1;
const DATE = 2;
const MESSAGE = 4;
const PARTS: readonly { bit: number; text: Sentence }[] = [
  { bit: AUTHOR, text: say('its author') },
  { bit: DATE, text: say('its date') },
  { bit: MESSAGE, text: say('its message') },
];

export class LogComparison {
  readonly #repository: string;
  readonly #signal: AbortSignal;
  readonly #ways: LogWays;
  /** Authors are mapped, so what can be told is that an author of the source is one and the same in Git. */
  readonly #identities = new Map<string, string>();
  /** What differs, as bits of `PARTS`; usually nothing. */
  readonly #differing = new Map<string, number>();
  #compared = 0;

  constructor(repository: string, signal: AbortSignal, ways: LogWays) {
    this.#repository = repository;
    this.#signal = signal;
    this.#ways = ways;
  }

  /** Of how many the log tells something. */
  get compared(): number {
    return this.#compared;
  }

  /** @throws Failure when a commit cannot be read */
  async compare(commits: readonly LoggedCommit[]): Promise<void> {
    if (commits.length === 0) return;
    const ids = commits.map(({ commit }) => commit);
    await readCommitLogs(this.#repository, ids, this.#signal, (log, index) => {
      const { key, entry, hasOtherAuthor = false } = commits[index] as LoggedCommit;
      const bits =
        log === null
          ? PARTS.reduce((all, { bit }) => all | bit, 0)
          : this.#bits(log, entry) | (hasOtherAuthor ? AUTHOR : 0);
      if (bits > 0) this.#differing.set(key, bits);
      if (Object.values(entry).some((told) => told !== null)) this.#compared += 1;
    });
  }

  /** What of a commit is another than the source's log says. */
  differences(key: string): Sentence[] {
    const bits = this.#differing.get(key) ?? 0;
    return bits === 0 ? [] : PARTS.flatMap(({ bit, text }) => ((bits & bit) === 0 ? [] : [text]));
  }

  #bits(log: CommitLog, { author, seconds, zone, message }: LogEntry): number {
    let bits = 0;
    if (author !== null) {
      const identity = this.#ways.identityOf?.(log.author) ?? log.author;
      const before = this.#identities.get(author);
      if (before === undefined) this.#identities.set(author, identity);
      else if (before !== identity) bits |= AUTHOR;
    }
    // Git knows no time before 1970.
    const isOther = seconds !== null && Math.max(0, seconds) !== log.seconds;
    if (isOther || (zone !== null && zone !== log.zone)) bits |= DATE;
    if (message !== null && !this.#ways.isSameMessage(log.message, message)) bits |= MESSAGE;
    return bits;
  }
}
