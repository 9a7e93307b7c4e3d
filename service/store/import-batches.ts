import type { FailureData } from '../failures/failure.ts';
import type { MapEntry } from '../vocabulary/authors.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { timestamp } from './clock.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';
import { type Authority, type Reach, reachParameters, signedOn } from './reach.ts';
import { OF_ACCOUNT } from './repositories.ts';

export type BatchEntryState = 'refused' | 'waiting' | 'running' | 'needs_attention' | 'complete' | 'failed' | 'stopped';

export interface BatchRow {
  id: number;
  account_id: number;
  name: string;
  created_at: string;
  /** Null while a person still looks at the list. */
  started_at: string | null;
  /** Whether its imports wait where authors have no address. */
  hold_for_new_authors: 0 | 1;
}

export interface BatchEntryRow {
  id: number;
  batch_id: number;
  /** Line or element of the list, from 1. */
  line: number;
  vcs_url: string;
  vcs: string | null;
  tfvc_project: string | null;
  owner: string;
  repo: string;
  state: BatchEntryState;
  failure: FailureData | null;
  repository_id: number | null;
  verified: 0 | 1 | null;
  verdict: Verdict | null;
  source_revisions: number | null;
  commits: number | null;
  started_at: string | null;
  finished_at: string | null;
}

type Encoded = Omit<BatchEntryRow, 'failure' | 'verdict'> & { failure: string | null; verdict: string | null };

function decode(row: Encoded): BatchEntryRow {
  const verdict = row.verdict === null ? null : (JSON.parse(row.verdict) as Verdict);
  return { ...row, failure: decodeFailure(row.failure), verdict };
}

export type NewBatchEntry = Pick<
  BatchEntryRow,
  'line' | 'vcs_url' | 'vcs' | 'tfvc_project' | 'owner' | 'repo' | 'state' | 'failure'
>;
export type BatchEntryChange = Partial<Omit<BatchEntryRow, 'id' | 'batch_id' | 'line' | 'vcs_url' | 'owner' | 'repo'>>;

/** Columns that a change may name; statements are built from these words alone. */
const CHANGEABLE = [
  'vcs',
  'tfvc_project',
  'state',
  'failure',
  'repository_id',
  'verified',
  'verdict',
  'source_revisions',
  'commits',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof BatchEntryChange)[];

const NOTHING: Authority = { private: false, singleSignOn: [], folders: false };
const COLUMNS = 'id, account_id, name, created_at, started_at, hold_for_new_authors';
/** A list that is still being written, or forgotten, has no date yet, or none any more. */
const UNKEPT = "created_at = ''";
const KEPT = "created_at <> ''";
/**
 * Lists `b` that hold nothing that the account may not see, or that is beyond its token's reach: what is said of a repository is
 * said to those who may read it. What was refused says no more than was said to who sent the list, so that lesser reach sees less.
 */
const SEEN = `NOT EXISTS (
  SELECT 1 FROM import_batch_entries e
  LEFT JOIN repositories r ON r.id = coalesce(e.repository_id,
    (SELECT x.id FROM repositories x JOIN accounts o ON o.id = x.owner_id WHERE o.login = e.owner AND x.name = e.repo))
  JOIN accounts a ON a.id = r.owner_id OR (r.id IS NULL AND a.login = e.owner)
  WHERE e.batch_id = b.id AND CASE e.state
    WHEN 'refused' THEN r.id IS NOT NULL AND ${OF_ACCOUNT} AND (
      (@private = 0 AND r.private = 1 AND json_extract(b.authority, '$.private') = 1)
      OR (json_extract(b.authority, '$.singleSignOn') = 1 AND NOT ${signedOn('a')}))
    ELSE NOT ((r.id IS NULL OR (${OF_ACCOUNT})) AND (@private = 1 OR coalesce(r.private, 0) = 0) AND ${signedOn('a')}) END)`;
/** An entry as the list has it, under the name that its repository has now. */
const ENTRIES = `SELECT e.*, coalesce(a.login, e.owner) AS owner, coalesce(r.deleted_name, r.name, e.repo) AS repo
  FROM import_batch_entries e LEFT JOIN repositories r ON r.id = e.repository_id
  LEFT JOIN accounts a ON a.id = r.owner_id`;

function encoded(change: BatchEntryChange, name: (typeof CHANGEABLE)[number]) {
  if (name === 'failure') return encodeFailure(change.failure ?? null);
  if (name === 'verdict') return change.verdict == null ? null : JSON.stringify(change.verdict);
  return change[name];
}

/** Statements on `import_batches` and `import_batch_entries`. */
export class ImportBatchTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): BatchRow | undefined {
    return this.#store.sql<BatchRow>(`SELECT ${COLUMNS} FROM import_batches WHERE id = @id AND ${KEPT}`).get({ id });
  }

  /** Whose a list is, also one that nobody sees any more. */
  accountOf(id: number): number | undefined {
    return this.#store.sql<{ account_id: number }>('SELECT account_id FROM import_batches WHERE id = @id').get({ id })
      ?.account_id;
  }

  /** Newest first. */
  ofAccount(accountId: number, reach: Reach, page: { limit: number; offset: number }): BatchRow[] {
    return this.#store
      .sql<BatchRow>(
        `SELECT ${COLUMNS} FROM import_batches b WHERE account_id = @accountId AND ${KEPT} AND ${SEEN}
         ORDER BY id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...reachParameters(reach), ...page });
  }

  countOfAccount(accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM import_batches b WHERE account_id = @accountId AND ${KEPT} AND ${SEEN}`,
        )
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  /** A list of the account, where nothing in it is beyond the reach. */
  seenBy(accountId: number, reach: Reach, id: number): BatchRow | undefined {
    return this.#store
      .sql<BatchRow>(
        `SELECT ${COLUMNS} FROM import_batches b WHERE id = @id AND account_id = @accountId AND ${KEPT} AND ${SEEN}`,
      )
      .get({ id, accountId, ...reachParameters(reach) });
  }

  /** With what of its account's rights a list is imported. */
  authority(id: number): Authority {
    const row = this.#store
      .sql<{ authority: string }>('SELECT authority FROM import_batches WHERE id = @id')
      .get({ id });
    return row === undefined ? NOTHING : (JSON.parse(row.authority) as Authority);
  }

  setAuthority(id: number, authority: Authority): void {
    this.#store
      .sql('UPDATE import_batches SET authority = @authority WHERE id = @id')
      .run({ id, authority: JSON.stringify(authority) });
  }

  /** Makes a list that nobody sees before `keep`. @returns its id */
  begin(batch: { account_id: number; name: string }): number {
    return this.#store
      .sql("INSERT INTO import_batches (account_id, name, created_at) VALUES (@account_id, @name, '')")
      .run({ ...batch }).id;
  }

  /** @returns the entries' ids */
  add(batchId: number, entries: readonly NewBatchEntry[]): number[] {
    const statement = this.#store.sql(
      `INSERT INTO import_batch_entries (batch_id, line, vcs_url, vcs, tfvc_project, owner, repo, state, failure)
       VALUES (@batch_id, @line, @vcs_url, @vcs, @tfvc_project, @owner, @repo, @state, @failure)`,
    );
    return this.#store.transaction(() =>
      entries.map((entry) => statement.run({ batch_id: batchId, ...entry, failure: encodeFailure(entry.failure) }).id),
    );
  }

  /** The list has all its entries. */
  keep(id: number): BatchRow {
    this.#store.sql('UPDATE import_batches SET created_at = @now WHERE id = @id').run({ id, now: timestamp() });
    return this.byId(id) as BatchRow;
  }

  /** From now on nobody sees the list; `clear` removes it. */
  hide(id: number): void {
    this.#store.sql("UPDATE import_batches SET created_at = '', started_at = NULL WHERE id = @id").run({ id });
  }

  /** Lists that were never kept, or not wholly removed. */
  unkept(): number[] {
    return this.#store
      .sql<{ id: number }>(`SELECT id FROM import_batches WHERE ${UNKEPT}`)
      .all()
      .map(({ id }) => id);
  }

  /** Removes some of a hidden list's entries, and with the last of them the list. @returns whether all is gone */
  clear(id: number, some: number): boolean {
    const { changes } = this.#store
      .sql(
        `DELETE FROM import_batch_entries
         WHERE id IN (SELECT id FROM import_batch_entries WHERE batch_id = @id ORDER BY id LIMIT @some)`,
      )
      .run({ id, some });
    if (changes === some) return false;
    this.#store.sql('DELETE FROM import_batches WHERE id = @id').run({ id });
    return true;
  }

  start(id: number, holdForNewAuthors: boolean): void {
    this.#store
      .sql('UPDATE import_batches SET started_at = @now, hold_for_new_authors = @hold WHERE id = @id')
      .run({ id, now: timestamp(), hold: holdForNewAuthors ? 1 : 0 });
  }

  setAuthorMap(id: number, entries: readonly MapEntry[]): void {
    this.#store
      .sql('UPDATE import_batches SET author_map = @map WHERE id = @id')
      .run({ id, map: JSON.stringify(entries) });
  }

  authorMap(id: number): MapEntry[] {
    const row = this.#store
      .sql<{ author_map: string }>('SELECT author_map FROM import_batches WHERE id = @id')
      .get({ id });
    return row === undefined ? [] : (JSON.parse(row.author_map) as MapEntry[]);
  }

  /** How many authors the map names. */
  authorMapSize(id: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT json_array_length(author_map) AS n FROM import_batches WHERE id = @id')
        .get({ id })?.n ?? 0
    );
  }

  /** In the order of the list; of one state, or all. */
  entries(
    batchId: number,
    { limit, offset }: { limit: number; offset: number },
    state: BatchEntryState | null = null,
  ): BatchEntryRow[] {
    return this.#store
      .sql<Encoded>(
        `${ENTRIES} WHERE e.batch_id = @batchId AND (@state IS NULL OR e.state = @state)
         ORDER BY e.id LIMIT @limit OFFSET @offset`,
      )
      .all({ batchId, limit, offset, state })
      .map(decode);
  }

  /** How many entries are in each state. */
  counts(batchId: number): Partial<Record<BatchEntryState, number>> {
    const rows = this.#store
      .sql<{ state: BatchEntryState; n: number }>(
        'SELECT state, count(*) AS n FROM import_batch_entries WHERE batch_id = @batchId GROUP BY state',
      )
      .all({ batchId });
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  }

  /** Those of a list in some states, in its order. */
  inStates(batchId: number, states: readonly BatchEntryState[]): BatchEntryRow[] {
    return this.#store
      .sql<Encoded>(
        `${ENTRIES} WHERE e.batch_id = @batchId AND e.state IN (SELECT value FROM json_each(@states)) ORDER BY e.id`,
      )
      .all({ batchId, states: JSON.stringify(states) })
      .map(decode);
  }

  /** Those that wait for a person, and whose repository is in the trash or removed. */
  thrownAway(): BatchEntryRow[] {
    return this.#store
      .sql<Encoded>(
        `${ENTRIES} WHERE e.state = 'needs_attention' AND (e.repository_id IS NULL
           OR e.repository_id IN (SELECT id FROM repositories WHERE deleted_at IS NOT NULL))`,
      )
      .all()
      .map(decode);
  }

  running(): BatchEntryRow[] {
    return this.#store.sql<Encoded>("SELECT * FROM import_batch_entries WHERE state = 'running'").all().map(decode);
  }

  /** The entry of each account that is next: of the oldest of its lists that were started. The oldest list of all comes first. */
  nextWaiting(): { accountId: number; entry: BatchEntryRow }[] {
    const rows = this.#store
      .sql<Encoded & { account_id: number }>(
        `SELECT first.account_id, e.* FROM (
           SELECT b.account_id, min(b.id) AS batch_id FROM import_batches b WHERE b.started_at IS NOT NULL AND EXISTS (
             SELECT 1 FROM import_batch_entries w WHERE w.batch_id = b.id AND w.state = 'waiting') GROUP BY b.account_id
         ) first JOIN import_batch_entries e ON e.id = (
           SELECT min(w.id) FROM import_batch_entries w WHERE w.batch_id = first.batch_id AND w.state = 'waiting')
         ORDER BY first.batch_id`,
      )
      .all();
    return rows.map(({ account_id, ...row }) => ({ accountId: account_id, entry: decode(row) }));
  }

  /** The entry whose import goes into the repository: the one that runs, else the one that was begun last. */
  ofRepository(repositoryId: number): BatchEntryRow | undefined {
    const row = this.#store
      .sql<Encoded>(
        `SELECT * FROM import_batch_entries WHERE repository_id = @repositoryId
         ORDER BY state = 'running' DESC, started_at DESC, id DESC LIMIT 1`,
      )
      .get({ repositoryId });
    return row && decode(row);
  }

  change(id: number, change: BatchEntryChange): void {
    const names = CHANGEABLE.filter((name) => change[name] !== undefined);
    if (names.length === 0) return;
    this.#store
      .sql(`UPDATE import_batch_entries SET ${names.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
      .run({ id, ...Object.fromEntries(names.map((name) => [name, encoded(change, name)])) });
  }

  /** Moves all entries of a list from one state to another. @returns how many */
  move(batchId: number, from: BatchEntryState, to: BatchEntryState): number {
    return this.#store
      .sql('UPDATE import_batch_entries SET state = @to, failure = NULL WHERE batch_id = @batchId AND state = @from')
      .run({ batchId, from, to }).changes;
  }
}
