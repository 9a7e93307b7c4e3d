import type { FailureData } from '../failures/failure.ts';
import { timestamp } from './clock.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';
import { UnwrittenEnds } from './unwritten-ends.ts';

type InspectionChange = Pick<InspectionRow, 'state' | 'failure' | 'summary'>;
export type InspectionState = 'reading' | 'ready' | 'failed';

export interface InspectionRow {
  id: number;
  account_id: number;
  /** Absolute path of the archive. */
  path: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modified_ms: number;
  state: InspectionState;
  failure: FailureData | null;
  /** JSON of `IndexSummary`, in state ready. */
  summary: string | null;
  created_at: string;
  updated_at: string;
}

type Encoded = Omit<InspectionRow, 'failure'> & { failure: string | null };

function decode(row: Encoded): InspectionRow {
  return { ...row, failure: decodeFailure(row.failure) };
}

export type ChoiceModel = 'user' | 'organization' | 'repository';
export type ChoiceAction = 'import' | 'map' | 'rename' | 'skip';

/** A choice that somebody made; the others have their defaults. */
export interface ChoiceRow {
  model_name: ChoiceModel;
  source: string;
  action: ChoiceAction;
  target: string;
}

/** Statements on `inspections` and `inspection_choices`. */
export class InspectionTable {
  readonly #store: Store;
  readonly #ends: UnwrittenEnds<InspectionChange>;
  constructor(store: Store) {
    this.#store = store;
    this.#ends = new UnwrittenEnds(store.late);
  }

  #decode(row: Encoded): InspectionRow {
    return this.#ends.shown(decode(row));
  }

  byId(id: number): InspectionRow | undefined {
    const row = this.#store.sql<Encoded>('SELECT * FROM inspections WHERE id = @id').get({ id });
    return row && this.#decode(row);
  }

  ofPath(path: string): InspectionRow[] {
    return this.#store
      .sql<Encoded>('SELECT * FROM inspections WHERE path = @path ORDER BY id DESC')
      .all({ path })
      .map((row) => this.#decode(row));
  }

  all(): InspectionRow[] {
    return this.#store
      .sql<Encoded>('SELECT * FROM inspections ORDER BY id')
      .all()
      .map((row) => this.#decode(row));
  }

  /** Newest first. */
  list(page: { limit: number; offset: number }): InspectionRow[] {
    return this.#store
      .sql<Encoded>('SELECT * FROM inspections ORDER BY id DESC LIMIT @limit OFFSET @offset')
      .all({ ...page })
      .map((row) => this.#decode(row));
  }

  count(): number {
    return this.#store.sql<{ n: number }>('SELECT count(*) AS n FROM inspections').get()?.n ?? 0;
  }

  insert(inspection: Pick<InspectionRow, 'account_id' | 'path' | 'size' | 'modified_ms'>): InspectionRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO inspections (account_id, path, size, modified_ms, state, created_at, updated_at)
         VALUES (@account_id, @path, @size, @modified_ms, 'reading', @now, @now)`,
      )
      .run({ ...inspection, now: timestamp() });
    return this.byId(id) as InspectionRow;
  }

  /** Writes how a reading ended; where the disk takes nothing, it is shown from now on, and written when the disk takes it. */
  end(id: number, change: InspectionChange): void {
    this.#ends.end(id, change, () => this.#write(id, change));
  }

  update(id: number, change: InspectionChange): void {
    this.#write(id, change);
    this.#ends.forget(id);
  }

  #write(id: number, change: InspectionChange): void {
    this.#store
      .sql(
        `UPDATE inspections SET state = @state, failure = @failure, summary = @summary, updated_at = @now
         WHERE id = @id`,
      )
      .run({ id, ...change, failure: encodeFailure(change.failure), now: timestamp() });
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM inspections WHERE id = @id').run({ id });
  }

  setChoices(inspectionId: number, choices: readonly ChoiceRow[]): void {
    this.#store.transaction(() => {
      for (const choice of choices) {
        this.#store
          .sql(
            `INSERT INTO inspection_choices (inspection_id, model_name, source, action, target)
             VALUES (@inspectionId, @model_name, @source, @action, @target)
             ON CONFLICT DO UPDATE SET action = excluded.action, target = excluded.target`,
          )
          .run({ inspectionId, ...choice });
      }
    });
  }
}
