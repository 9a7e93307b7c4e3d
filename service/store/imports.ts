import type { Sentence } from '../../language/sentence.ts';
import type { FailureData } from '../failures/failure.ts';
import type { LargeFile, Layout, Outcome, ProjectChoice } from '../vocabulary/history.ts';
import type { ImportStatus, ImportStep } from '../vocabulary/import-status.ts';
import type { LastUpdateStatus, SourceChange } from '../vocabulary/last-update.ts';
import type { Finding } from '../vocabulary/report.ts';
import type { UnknownHost } from '../vocabulary/unknown-host.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { NO_WISHES, type Wishes } from '../vocabulary/wishes.ts';
import { timestamp } from './clock.ts';
import { decodeFailure } from './failure-column.ts';
import { isLeftUnwritten } from './late-writes.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, WITHIN_REACH } from './reach.ts';
import { NOT_DELETED } from './repositories.ts';
import { decodeSentence, encodeSentence } from './sentence-column.ts';

/** What a completed fetch found; its presence says that mapping needs no new fetch. */
export interface Fetched {
  /** The address that was fetched. */
  url: string;
  commit_count: number;
  uuid: string | null;
  layout: Layout | null;
  findings: Finding[];
  /** When everything was there, UTC; absent in rows of earlier versions. */
  at?: string;
  /**
   * Asks for what is new. Where the source does not answer, a restart goes on with what is here; an update fails, and
   * what is here stays.
   */
  again?: 'restart' | 'update';
  /** Whether an update works, so that stopping it takes nothing away. */
  updating?: boolean;
  /** Authors that an update found have greater ids than `after`. */
  new_authors?: { after: number };
  /** How the source was found when the import was last complete. */
  source_state?: 'same' | 'moved_on' | 'not_reached';
}

/** Why an update changed nothing. */
export interface LastUpdate {
  status: LastUpdateStatus;
  /** UTC. */
  at: string;
  /** Null when a person stopped it. */
  failure: FailureData | null;
  /** What the source does not have any more, where a person must say that it may go. */
  changes: SourceChange[];
  /** The SSH host whose key is not known. */
  unknown_host: UnknownHost | null;
}

/** A row of `imports`, decoded, with its repository's name. */
export interface ImportRecord {
  id: number;
  repository_id: number;
  owner: string;
  repo: string;
  vcs: string | null;
  /** Whether the caller named the version control system, so that no detection and no choice is needed. */
  vcs_given: boolean;
  /** Never holds a password. */
  vcs_url: string;
  /** The address before it was changed; null where it never was. */
  previous_url: string | null;
  svn_root: string | null;
  tfvc_project: string | null;
  status: ImportStatus;
  status_text: Sentence;
  failed_step: ImportStep | null;
  failure: FailureData | null;
  commit_count: number | null;
  authors_count: number;
  use_lfs: 'opt_in' | 'opt_out' | 'undecided';
  hold_before_push: boolean;
  /** Whether it waits before it publishes where new authors have no address. Until it was released. */
  hold_for_new_authors: boolean;
  waiting_for_release: boolean;
  include_hidden_refs: boolean;
  credentials_used: boolean;
  /** Entry of the remembered credentials that the source is read with. */
  remembered_credentials: string | null;
  /** The SSH host whose key is not known; null when something else, or nothing, stopped the import. */
  unknown_host: UnknownHost | null;
  /** The last that was reached; null before the first. */
  verdict: Verdict | null;
  /** What the mapping that waits to be released comes to, or the last that did. */
  made: Outcome | null;
  wishes: Wishes;
  project_choices: ProjectChoice[];
  /** Set by a person; wins over what was detected. */
  chosen_layout: Layout | null;
  detected_layout: Layout | null;
  fetched: Fetched | null;
  /** Null where the last update came through, or none was asked for. */
  last_update: LastUpdate | null;
  started_at: string;
  /** Account that started it, or brought it up to date last; null where that is not known any more. */
  started_by: number | null;
  finished_at: string | null;
  updated_at: string;
  large_files_count: number;
  /** Bytes. */
  large_files_size: number;
}

type Encoded = Omit<
  ImportRecord,
  | 'vcs_given'
  | 'status_text'
  | 'hold_before_push'
  | 'hold_for_new_authors'
  | 'waiting_for_release'
  | 'include_hidden_refs'
  | 'credentials_used'
  | 'project_choices'
  | 'chosen_layout'
  | 'detected_layout'
  | 'fetched'
  | 'last_update'
  | 'unknown_host'
  | 'verdict'
  | 'made'
  | 'wishes'
  | 'failure'
> & {
  vcs_given: number;
  status_text: string;
  hold_before_push: number;
  hold_for_new_authors: number;
  waiting_for_release: number;
  include_hidden_refs: number;
  credentials_used: number;
  project_choices: string;
  chosen_layout: string | null;
  detected_layout: string | null;
  fetched: string | null;
  last_update: string | null;
  unknown_host: string | null;
  verdict: string | null;
  made: string | null;
  wishes: string;
  failure: string | null;
};

/** Columns that change during an import's life. */
export type ImportChange = Partial<
  Omit<
    ImportRecord,
    'id' | 'repository_id' | 'owner' | 'repo' | 'updated_at' | 'large_files_count' | 'large_files_size'
  >
>;

const SELECT = `SELECT i.*, a.login AS owner, r.name AS repo,
  (SELECT count(*) FROM import_large_files l WHERE l.import_id = i.id) AS large_files_count,
  (SELECT coalesce(sum(size), 0) FROM import_large_files l WHERE l.import_id = i.id) AS large_files_size
  FROM imports i JOIN repositories r ON r.id = i.repository_id JOIN accounts a ON a.id = r.owner_id`;

const RUNNING = "('detecting', 'importing', 'mapping', 'pushing')";
const STATES = {
  running: `i.status IN ${RUNNING}`,
  finished: `i.status NOT IN ${RUNNING}`,
  open: "i.status <> 'complete'",
  complete: "i.status = 'complete'",
} as const;
/** Which imports a list shows. `finished` is done with work, whatever came of it; `open` is all that is not complete. */
export type ImportState = keyof typeof STATES;
const VISIBLE = `${NOT_DELETED} AND
  (r.owner_id = @accountId OR r.owner_id IN (SELECT organization_id FROM memberships WHERE account_id = @accountId))`;

function decode(row: Encoded): ImportRecord {
  const json = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));
  return {
    ...row,
    vcs_given: row.vcs_given === 1,
    status_text: decodeSentence(row.status_text),
    hold_before_push: row.hold_before_push === 1,
    hold_for_new_authors: row.hold_for_new_authors === 1,
    waiting_for_release: row.waiting_for_release === 1,
    include_hidden_refs: row.include_hidden_refs === 1,
    credentials_used: row.credentials_used === 1,
    project_choices: JSON.parse(row.project_choices) as ProjectChoice[],
    chosen_layout: readLayout(row.chosen_layout),
    detected_layout: readLayout(row.detected_layout),
    fetched: json<Fetched>(row.fetched),
    last_update: json<LastUpdate>(row.last_update),
    unknown_host: json<UnknownHost>(row.unknown_host),
    verdict: json<Verdict>(row.verdict),
    made: json<Outcome>(row.made),
    wishes: { ...NO_WISHES, ...json<Partial<Wishes>>(row.wishes) },
    failure: decodeFailure(row.failure),
  };
}

function encode(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

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

  countVisibleTo(accountId: number, state: ImportState | undefined, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(
          `SELECT count(*) AS n FROM imports i JOIN repositories r ON r.id = i.repository_id
             JOIN accounts a ON a.id = r.owner_id WHERE ${VISIBLE} AND ${WITHIN_REACH} ${stateClause(state)}`,
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

/** Layouts of earlier versions leave nothing out. */
function readLayout(text: string | null): Layout | null {
  const layout = text === null ? null : (JSON.parse(text) as Omit<Layout, 'left_out'> & Partial<Layout>);
  return layout === null ? null : { ...layout, left_out: layout.left_out ?? [] };
}
