import type { LargeFile } from '../vocabulary/history.ts';
import { timestamp } from './clock.ts';
import { decode, type Encoded, encode, type ImportChange, type ImportRecord } from './import-record.ts';
import { isLeftUnwritten } from './late-writes.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, WITHIN_REACH } from './reach.ts';
import { NOT_DELETED } from './repositories.ts';
import { encodeSentence } from './sentence-column.ts';

const SELECT = `SELECT i.*, a.login AS owner, r.name AS repo,
  (SELECT count(*) FROM import_large_files l WHERE l.import_id = i.id) AS large_files_count,
  (SELECT coalesce(sum(size), 0) FROM import_large_files l WHERE l.import_id = i.id) AS large_files_size
  FROM imports i JOIN repositories r ON r.id = i.repository_id JOIN accounts a ON a.id = r.owner_id`;

/** As `SELECT`, with imports gone through first, in the order of an index of theirs. */
const SELECT_IN_ORDER = SELECT.replaceAll(' JOIN ', ' CROSS JOIN ');

const RUNNING = "('detecting', 'importing', 'mapping', 'pushing')";
const HAS_UPDATE = "i.status = 'complete' AND i.last_update IS NOT NULL";
/** An update that changed nothing, and goes on once a person has answered. */
const ASKS_AFTER_UPDATE = `${HAS_UPDATE} AND (
  json_extract(i.last_update, '$.status') = 'needs_confirmation' OR json_extract(i.last_update, '$.unknown_host') IS NOT NULL)`;
const STATES = {
  running: `i.status IN ${RUNNING}`,
  finished: `i.status NOT IN ${RUNNING}`,
  open: "i.status <> 'complete'",
  complete: "i.status = 'complete'",
  // Through the indexes of the few.
  asking: `i.id IN (
    SELECT i.id FROM imports i WHERE i.status <> 'complete' AND (i.status NOT IN ${RUNNING} OR i.waiting_for_release = 1)
    UNION SELECT i.id FROM imports i WHERE ${ASKS_AFTER_UPDATE}
    UNION SELECT i.id FROM imports i WHERE ${HAS_UPDATE} AND json_extract(i.last_update, '$.failure.kind') = 'auth')`,
} as const;
const ASKING =
  "(i.status IN ('auth_failed', 'detection_needs_auth', 'detection_found_multiple') OR i.waiting_for_release = 1)";
/** What is known of the server's key is asked: it failed for nothing else. */
const FAILED = [
  "i.status <> 'complete' AND i.status IN ('error', 'detection_found_nothing') AND i.unknown_host IS NULL",
  `${HAS_UPDATE} AND json_extract(i.last_update, '$.status') = 'failed' AND json_extract(i.last_update, '$.unknown_host') IS NULL`,
];
const idsOf = (conditions: readonly string[]) =>
  conditions.map((condition) => `SELECT i.id FROM imports i WHERE ${condition}`).join(' UNION ');
/** Each as an index of the few has it; what asks goes on once a person has answered. */
const UNDER_WAY = {
  working: [STATES.running],
  asking: [ASKING, `i.status <> 'complete' AND i.unknown_host IS NOT NULL`, ASKS_AFTER_UPDATE],
} as const;
/**
 * Which imports a list shows. `finished` is done with work, whatever came of it; `open` is all that is not complete; `asking` goes on
 * only when a person has done something: it stopped, or its update asks.
 */
export type ImportState = keyof typeof STATES;
const VISIBLE = `${NOT_DELETED} AND
  (r.owner_id = @accountId OR r.owner_id IN (SELECT organization_id FROM memberships WHERE account_id = @accountId))`;

/** Statements on `imports`, `import_refs` and `import_large_files`. */
export class ImportTable {
  readonly #store: Store;
  /** Ends of runs that the disk did not take yet, by import. */
  readonly #unwritten = new Map<number, ImportChange>();
  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): ImportRecord | undefined {
    const row = this.#store.sql<Encoded>(`${SELECT} WHERE i.id = @id`).get({ id });
    return row && this.#decode(row);
  }

  ofRepository(repositoryId: number): ImportRecord | undefined {
    const row = this.#store.sql<Encoded>(`${SELECT} WHERE i.repository_id = @repositoryId`).get({ repositoryId });
    return row && this.#decode(row);
  }

  /** All that are not complete, oldest first. */
  open(): ImportRecord[] {
    return this.#store
      .sql<Encoded>(`${SELECT} WHERE ${STATES.open} ORDER BY i.id`)
      .all()
      .map((row) => this.#decode(row));
  }

  /** Ids of the complete ones, oldest first. */
  completeIds(): number[] {
    const row = this.#store
      .sql<{ ids: string }>(
        `SELECT json_group_array(id) AS ids FROM (SELECT i.id FROM imports i WHERE ${STATES.complete} ORDER BY i.id)`,
      )
      .get({});
    return JSON.parse(row?.ids ?? '[]') as number[];
  }

  /** The last complete ones of a system that waited for nobody. */
  lastComplete(vcs: string, limit: number): ImportRecord[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE ${STATES.complete} AND i.vcs = @vcs AND i.hold_before_push = 0 ORDER BY i.id DESC LIMIT @limit`,
      )
      .all({ vcs, limit })
      .map((row) => this.#decode(row));
  }

  /** Imports that the account may see, newest first. */
  visibleTo(
    accountId: number,
    state: ImportState | undefined,
    reach: Reach,
    page: { limit: number; offset: number },
  ): ImportRecord[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE ${VISIBLE} AND ${WITHIN_REACH} ${stateClause(state)}
         ORDER BY i.id DESC LIMIT @limit OFFSET @offset`,
      )
      .all({ accountId, ...reachParameters(reach), ...page })
      .map((row) => this.#decode(row));
  }

  /** All imports that the account may see and that work or ask for an answer, newest first. */
  underWay(accountId: number, which: keyof typeof UNDER_WAY, reach: Reach): ImportRecord[] {
    // Through the indexes of the few: from the account's repositories all imports would be read.
    const ids = idsOf(UNDER_WAY[which]);
    return this.#store
      .sql<Encoded>(`${SELECT} WHERE i.id IN (${ids}) AND ${VISIBLE} AND ${WITHIN_REACH} ORDER BY i.id DESC`)
      .all({ accountId, ...reachParameters(reach) })
      .map((row) => this.#decode(row));
  }

  /** Imports that the account may see and that failed, or whose update did, and were not tried again since: the last of them. */
  failed(accountId: number, reach: Reach, limit: number): ImportRecord[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT} WHERE i.id IN (
           SELECT i.id FROM imports i JOIN repositories r ON r.id = i.repository_id JOIN accounts a ON a.id = r.owner_id
           WHERE i.id IN (${idsOf(FAILED)}) AND ${VISIBLE} AND ${WITHIN_REACH}
           ORDER BY i.updated_at DESC, i.id DESC LIMIT @limit)`,
      )
      .all({ accountId, ...reachParameters(reach), limit })
      .map((row) => this.#decode(row));
  }

  /** How many those are, without a limit. */
  countFailed(accountId: number, reach: Reach): number {
    return this.#count(`i.id IN (${idsOf(FAILED)})`, accountId, reach);
  }

  /** Imports that the account may see and that do not work, the last changed first: an old one that was brought up to date just now is among them. */
  lastChanged(accountId: number, reach: Reach, limit: number): ImportRecord[] {
    return this.#store
      .sql<Encoded>(
        `${SELECT_IN_ORDER} WHERE ${STATES.finished} AND ${VISIBLE} AND ${WITHIN_REACH}
         ORDER BY i.updated_at DESC, i.id DESC LIMIT @limit`,
      )
      .all({ accountId, ...reachParameters(reach), limit })
      .map((row) => this.#decode(row));
  }

  countVisibleTo(accountId: number, state: ImportState | undefined, reach: Reach): number {
    return this.#count(state === undefined ? 'true' : STATES[state], accountId, reach);
  }

  #count(condition: string, accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM imports i JOIN repositories r ON r.id = i.repository_id
             JOIN accounts a ON a.id = r.owner_id WHERE ${VISIBLE} AND ${WITHIN_REACH} AND ${condition}`,
        )
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  insert(
    repositoryId: number,
    start: Required<Pick<ImportChange, 'vcs' | 'vcs_given' | 'vcs_url' | 'status' | 'status_text'>>,
  ): ImportRecord {
    const now = timestamp();
    const { id } = this.#store
      .sql(
        `INSERT INTO imports (repository_id, vcs, vcs_given, vcs_url, status, status_text, started_at, updated_at)
         VALUES (@repositoryId, @vcs, @vcs_given, @vcs_url, @status, @status_text, @now, @now)`,
      )
      .run({
        ...start,
        vcs_given: start.vcs_given ? 1 : 0,
        status_text: encodeSentence(start.status_text),
        repositoryId,
        now,
      });
    return this.byId(id) as ImportRecord;
  }

  /** As the row would be if the disk took everything. */
  #decode(row: Encoded): ImportRecord {
    return { ...decode(row), ...this.#unwritten.get(row.id) };
  }

  /**
   * Writes how a run ended. Where the disk takes nothing, that is what is shown from now on, and it is written when the disk
   * takes it.
   * @param makeRoom gives up reserved space of the disk
   */
  end(id: number, change: ImportChange, makeRoom: () => void): void {
    try {
      this.update(id, change);
      return;
    } catch (error) {
      if (!isLeftUnwritten(error)) throw error;
    }
    this.#unwritten.set(id, change);
    makeRoom();
    this.#store.late.write(() => {
      if (this.#unwritten.has(id)) this.update(id, {});
    });
  }

  /** @returns false when the import is gone (cancelled meanwhile) */
  update(id: number, asked: ImportChange): boolean {
    const change = { ...this.#unwritten.get(id), ...asked };
    const columns = Object.keys(change).sort();
    const parameters: Record<string, string | number | null> = { id, updated_at: timestamp() };
    for (const column of columns) parameters[column] = encode(change[column as keyof ImportChange]);
    if (change.status_text !== undefined) parameters.status_text = encodeSentence(change.status_text);
    const set = [...columns, 'updated_at'].map((column) => `${column} = @${column}`).join(', ');
    const isThere = this.#store.sql(`UPDATE imports SET ${set} WHERE id = @id`).run(parameters).changes === 1;
    this.#unwritten.delete(id);
    return isThere;
  }

  /** How many authors were found so far; durable with the next state. */
  countAuthors(id: number, count: number): void {
    this.#store.relaxed(() => this.update(id, { authors_count: count }));
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM imports WHERE id = @id').run({ id });
  }

  /** Whether the import ever began to write refs. */
  hasRefs(importId: number): boolean {
    return (
      this.#store.sql('SELECT 1 FROM import_refs WHERE import_id = @importId LIMIT 1').get({ importId }) !== undefined
    );
  }

  /** Repositories of imports that publish. */
  publishing(): ReadonlySet<number> {
    const rows = this.#store
      .sql<{ id: number }>("SELECT repository_id AS id FROM imports WHERE status = 'pushing'")
      .all();
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Adds to the refs that the import owns; call it before they are written, so that none is ever unowned.
   * @param more whether others follow, with which these come to the disk
   */
  ownRefs(importId: number, refs: readonly { name: string; oid: string }[], more = false): void {
    const insert = this.#store.sql(
      'INSERT INTO import_refs (import_id, name, oid) VALUES (@importId, @name, @oid) ON CONFLICT DO UPDATE SET oid = excluded.oid',
    );
    this.#writeRefs(more, () => {
      for (const { name, oid } of refs) insert.run({ importId, name, oid });
    });
  }

  /** @param more as with `ownRefs` */
  disownRefs(importId: number, names: readonly string[], more = false): void {
    const remove = this.#store.sql('DELETE FROM import_refs WHERE import_id = @importId AND name = @name');
    this.#writeRefs(more, () => {
      for (const name of names) remove.run({ importId, name });
    });
  }

  /** A wait for the disk for each 500 of 200,000 refs would be most of the time that they take. */
  #writeRefs(more: boolean, work: () => void): void {
    const write = () => this.#store.transaction(work);
    if (more) this.#store.relaxed(write);
    else write();
  }

  /** Has the update that works tell no number of new commits: what takes the place of others is counted by no difference. */
  leaveCommitsUncounted(importId: number): void {
    this.#store
      .sql("UPDATE import_updates SET commits_before = NULL WHERE import_id = @importId AND status = 'running'")
      .run({ importId });
  }

  /** Files over 100 MB, largest first. */
  largeFiles(importId: number): LargeFile[] {
    return this.#store
      .sql<LargeFile>(
        'SELECT ref_name, path, oid, size FROM import_large_files WHERE import_id = @importId ORDER BY size DESC, path',
      )
      .all({ importId });
  }

  replaceLargeFiles(importId: number, files: readonly LargeFile[]): void {
    const insert = this.#store.sql(
      'INSERT INTO import_large_files (import_id, ref_name, path, oid, size) VALUES (@importId, @ref_name, @path, @oid, @size)',
    );
    this.#store.transaction(() => {
      this.#store.sql('DELETE FROM import_large_files WHERE import_id = @importId').run({ importId });
      for (const { ref_name, path, oid, size } of files) insert.run({ importId, ref_name, path, oid, size });
    });
  }
}

function stateClause(state: ImportState | undefined): string {
  return state === undefined ? '' : `AND ${STATES[state]}`;
}
