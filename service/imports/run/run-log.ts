import { counted, type Sentence, say } from '../../../language/sentence.ts';
import type { ImportLogTable } from '../../store/import-log.ts';
import type { LogLine } from '../../vocabulary/progress.ts';

type NewLine = Pick<LogLine, 'level' | 'text'>;

/** Lines wait this long for others to share a transaction with, in milliseconds. */
const BATCH_MS = 200;
/** Most lines in one transaction. */
const BATCH_SIZE = 200;
/**
 * Lines that wait at most. A server can send words faster than they are written; an import that is cancelled waits until all are, and
 * with it everybody.
 */
const MOST_WAITING = 2_000;
/** While that many come, milliseconds for everything else between two transactions. */
const PAUSE_MS = 20;
/** Longest line kept, in characters. */
const LONGEST = 2000;

/** The log of one import: batched into the database, then told to listeners. */
export class RunLog {
  readonly #table: ImportLogTable;
  readonly #importId: number;
  readonly #onLines: (lines: LogLine[]) => void;
  readonly #onTrouble: (error: unknown) => void;
  #waiting: NewLine[] = [];
  #leftOut = 0;
  #timer: NodeJS.Timeout | null = null;

  /** @param onTrouble hears of lines that could not be written for now */
  constructor(
    table: ImportLogTable,
    importId: number,
    onLines: (lines: LogLine[]) => void,
    onTrouble: (error: unknown) => void,
  ) {
    this.#table = table;
    this.#importId = importId;
    this.#onLines = onLines;
    this.#onTrouble = onTrouble;
  }

  write(level: LogLine['level'], text: Sentence): void {
    // What people are warned of comes from here, and is little.
    if (level === 'info' && this.#waiting.length >= MOST_WAITING) {
      this.#leftOut += 1;
      return;
    }
    this.#tellLeftOut();
    this.#waiting.push({ level, text: shortened(text) });
    this.#timer ??= setTimeout(() => this.#flushInBackground(), BATCH_MS);
  }

  /** Writes everything that waits. */
  flush(): void {
    this.#tellLeftOut();
    while (this.#waiting.length > 0) this.#flushSome();
  }

  #tellLeftOut(): void {
    if (this.#leftOut === 0) return;
    const text =
      this.#leftOut === 1
        ? say('Here one line is missing: it came faster than it could be written.')
        : say('Here {count} lines are missing: they came faster than they could be written.', {
            count: counted(this.#leftOut),
          });
    this.#leftOut = 0;
    this.#waiting.push({ level: 'info', text });
  }

  /** Lines that cannot be written now wait for `flush`, which tells its caller. */
  #flushInBackground(): void {
    try {
      this.#flushSome();
    } catch (error) {
      this.#onTrouble(error);
    }
  }

  #flushSome(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#waiting.slice(0, BATCH_SIZE);
    if (batch.length === 0) return;
    const lines = this.#table.append(this.#importId, batch);
    this.#waiting.splice(0, batch.length);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flushInBackground(), PAUSE_MS);
    this.#onLines(lines);
  }
}

/** What a tool said may be long. */
function shortened(text: Sentence): Sentence {
  return typeof text === 'string' && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
