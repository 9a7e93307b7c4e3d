import type { Sentence } from '../../language/sentence.ts';
import type { Store } from './open.ts';
import { decodeSentence } from './sentence-column.ts';

/** Work that is under way, whichever room does it. */
export interface UnderWay {
  kind: 'import' | 'export' | 'restore' | 'archive' | 'push';
  /** Of the row. */
  id: number;
  /** The repository's `owner/name`, the migration's owner, or the archive's path. */
  name: string;
  status_text: Sentence;
}

/** Work that waits for its turn. */
export interface Waiting {
  /** Entries of lists of imports. */
  listed_imports: number;
  exports: number;
  restores: number;
  /** Deliveries of webhooks, also those that are tried again later. */
  deliveries: number;
}

const REPOSITORY = 'JOIN repositories r ON r.id = w.repository_id JOIN accounts a ON a.id = r.owner_id';

/** Statements on the tables of all work. */
export class UnderWayTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  all(): UnderWay[] {
    return this.#store
      .sql<Omit<UnderWay, 'status_text'> & { status_text: string }>(
        `SELECT 'import' AS kind, w.id, a.login || '/' || r.name AS name, w.status_text FROM imports w ${REPOSITORY}
           WHERE w.status IN ('detecting', 'importing', 'mapping', 'pushing') AND w.waiting_for_release = 0
         UNION ALL SELECT 'push', w.id, a.login || '/' || r.name, w.status_text FROM remote_pushes w ${REPOSITORY}
           WHERE w.status = 'running'
         UNION ALL SELECT 'export', w.id, a.login, 'Exporting' FROM migrations w JOIN accounts a ON a.id = w.owner_id
           WHERE w.state = 'exporting'
         UNION ALL SELECT 'restore', w.id, w.archive_path, 'Restoring' FROM restores w
           WHERE w.state IN ('restoring', 'publishing')
         UNION ALL SELECT 'archive', w.id, w.path, 'Reading' FROM inspections w WHERE w.state = 'reading'`,
      )
      .all({})
      .map((work) => ({ ...work, status_text: decodeSentence(work.status_text) }));
  }

  /** All that ends, or is interrupted, when the engine does, as `<kind>:<id of the row>`: it runs, or waits for its turn. */
  keys(): string[] {
    return this.#store
      .sql<{ key: string }>(
        `SELECT 'import:' || id AS key FROM imports
           WHERE status IN ('detecting', 'importing', 'mapping', 'pushing') AND waiting_for_release = 0
         UNION ALL SELECT 'push:' || id FROM remote_pushes WHERE status IN ('waiting', 'running')
         UNION ALL SELECT 'export:' || id FROM migrations WHERE state = 'exporting' OR (state = 'pending' AND is_whole = 1)
         UNION ALL SELECT 'restore:' || id FROM restores WHERE state IN ('pending', 'restoring', 'publishing')`,
      )
      .all({})
      .map(({ key }) => key);
  }

  waiting(): Waiting {
    return this.#store
      .sql<Waiting>(
        `SELECT (SELECT count(*) FROM import_batch_entries WHERE state = 'waiting') AS listed_imports,
           (SELECT count(*) FROM migrations WHERE state = 'pending' AND is_whole = 1) AS exports,
           (SELECT count(*) FROM restores WHERE state = 'pending') AS restores,
           (SELECT count(*) FROM hook_deliveries WHERE state = 'waiting') AS deliveries`,
      )
      .get({}) as Waiting;
  }
}
