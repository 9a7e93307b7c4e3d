import type { LogLine } from '../vocabulary/progress.ts';
import { timestamp } from './clock.ts';
import type { Store } from './open.ts';
import { decodeSentence, encodeSentence } from './sentence-column.ts';

/** Statements on `import_log_lines`. */
export class ImportLogTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Keeps lines in one transaction; returns them as stored. */
  append(importId: number, lines: readonly Pick<LogLine, 'level' | 'text'>[]): LogLine[] {
    const insert = this.#store.sql(
      'INSERT INTO import_log_lines (import_id, at, level, text) VALUES (@importId, @at, @level, @text)',
    );
    const at = timestamp();
    return this.#store.relaxed(() =>
      this.#store.transaction(() =>
        lines.map(({ level, text }) => ({
          id: insert.run({ importId, at, level, text: encodeSentence(text) }).id,
          at,
          level,
          text,
        })),
      ),
    );
  }

  after(importId: number, id: number, limit: number): LogLine[] {
    return this.#store
      .sql<Omit<LogLine, 'text'> & { text: string }>(
        'SELECT id, at, level, text FROM import_log_lines WHERE import_id = @importId AND id > @id ORDER BY id LIMIT @limit',
      )
      .all({ importId, id, limit })
      .map((line) => ({ ...line, text: decodeSentence(line.text) }));
  }
}
