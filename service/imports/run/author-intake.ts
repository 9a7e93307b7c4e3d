import { setImmediate as breathe } from 'node:timers/promises';
import type { AuthorTable } from '../../store/import-authors.ts';
import type { MadeAuthor, SourceAuthor } from '../../vocabulary/history.ts';
import { keepMade, keepTold } from '../authors/made-authors.ts';

/** Authors written in one transaction: a few milliseconds. */
const BATCH_SIZE = 200;

interface IntakeRooms {
  table: AuthorTable;
  importId: number;
  fromBook(): boolean;
  onCount(count: number): void;
}

/** Takes in authors as a source finds them and writes them in small transactions. */
export class AuthorIntake {
  readonly #table: AuthorTable;
  readonly #importId: number;
  readonly #fromBook: () => boolean;
  readonly #onCount: (count: number) => void;
  readonly #waiting = new Map<string, SourceAuthor>();
  readonly #told = new Set<string>();
  #writing: Promise<void> | null = null;
  #failure: unknown = null;

  /** @param rooms.fromBook whether new authors are who the people book says */
  constructor({ table, importId, fromBook, onCount }: IntakeRooms) {
    this.#table = table;
    this.#importId = importId;
    this.#fromBook = fromBook;
    this.#onCount = onCount;
  }

  /** Later totals of the same `remote_id` replace earlier ones. */
  add(authors: readonly SourceAuthor[]): void {
    for (const author of authors) {
      this.#waiting.set(author.remote_id, author);
      this.#told.add(author.remote_id);
    }
    if (this.#waiting.size === 0 || this.#writing !== null) return;
    this.#writing = this.#write().catch((error: unknown) => {
      this.#failure = error;
    });
  }

  /** Resolves when all is written. @throws what a write threw */
  async finish(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#failure !== null) throw this.#failure;
  }

  /** As `keepTold`, of all who were added. */
  async keepTold(): Promise<void> {
    await keepTold(this.#table, this.#importId, this.#told);
    this.#onCount(this.#table.count(this.#importId));
  }

  /** As `keepMade`. */
  async keepMade(made: readonly MadeAuthor[] | null): Promise<void> {
    if (await keepMade(this.#table, this.#importId, made)) this.#onCount(this.#table.count(this.#importId));
  }

  /** Forgets what waits: the import is being removed. */
  discard(): void {
    this.#waiting.clear();
  }

  async #write(): Promise<void> {
    try {
      await breathe();
      while (this.#waiting.size > 0) {
        const batch: SourceAuthor[] = [];
        for (const author of this.#waiting.values()) {
          if (batch.push(author) === BATCH_SIZE) break;
        }
        for (const author of batch) this.#waiting.delete(author.remote_id);
        this.#table.collect(this.#importId, batch, this.#fromBook());
        await breathe();
      }
      this.#onCount(this.#table.count(this.#importId));
    } finally {
      this.#writing = null;
    }
  }
}
