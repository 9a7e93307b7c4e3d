import type { LogLine } from '../vocabulary/progress.ts';
import { timestamp } from './clock.ts';
import type { Store } from './open.ts';
import { decodeSentence, encodeSentence } from './sentence-column.ts';

/** Lines of an import that are kept: an update that finds nothing new writes four, and some imports get one each hour for years. */
const KEPT = 20_000;
/** So many new lines, of all imports, come between two looks at how many there are. */
const BETWEEN_LOOKS = 256;
/** Removed at once, more than come between two looks: a few milliseconds. */
const REMOVED = 1_000;

/** Statements on `import_log_lines`. */
export class ImportLogTable {
  readonly #store: Store;
  readonly #kept: number;

  /** @param kept lines of an import, of which those go first that only inform; for tests */
  constructor(store: Store, kept = KEPT) {
    this.#store = store;
    this.#kept = kept;
  }

  /** Keeps lines in one transaction; returns them as stored. */
  append(importId: number, lines: readonly Pick<LogLine, 'level' | 'text'>[]): LogLine[] {
    const insert = this.#store.sql(
      'INSERT INTO import_log_lines (import_id, at, level, text) VALUES (@importId, @at, @level, @text)',
    );
    const at = timestamp();
    return this.#store.relaxed(() =>
      this.#store.transaction(() => {
        const kept = lines.map(({ level, text }) => ({
          id: insert.run({ importId, at, level, text: encodeSentence(text) }).id,
          at,
          level,
          text,
        }));
        const last = kept.at(-1)?.id ?? 0;
        if (Math.floor(last / BETWEEN_LOOKS) > Math.floor((last - lines.length) / BETWEEN_LOOKS))
          this.#shorten(importId);
        return kept;
      }),
    );
  }

  #shorten(importId: number): void {
    const tooMany = this.#store
      .sql('SELECT 1 FROM import_log_lines WHERE import_id = @importId LIMIT 1 OFFSET @kept')
      .get({ importId, kept: this.#kept });
    if (tooMany === undefined) return;
    this.#store
      .sql(
        `DELETE FROM import_log_lines WHERE id IN (SELECT id FROM import_log_lines
           WHERE import_id = @importId AND level = 'info' ORDER BY id LIMIT @many)`,
      )
      .run({ importId, many: REMOVED });
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
