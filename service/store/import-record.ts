import type { Sentence } from '../../language/sentence.ts';
import type { FailureData } from '../failures/failure.ts';
import type { Layout, Outcome, ProjectChoice } from '../vocabulary/history.ts';
import type { ImportStatus, ImportStep } from '../vocabulary/import-status.ts';
import type { LastUpdateStatus, SourceChange } from '../vocabulary/last-update.ts';
import type { Finding } from '../vocabulary/report.ts';
import type { UnknownHost } from '../vocabulary/unknown-host.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { NO_WISHES, type Wishes } from '../vocabulary/wishes.ts';
import { decodeFailure } from './failure-column.ts';
import { decodeSentence } from './sentence-column.ts';

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

/** The row as SQLite holds it. */
export type Encoded = Omit<
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

export function decode(row: Encoded): ImportRecord {
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

/** What a column holds of a value. */
export function encode(value: unknown): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

/** Layouts of earlier versions leave nothing out. */
function readLayout(text: string | null): Layout | null {
  const layout = text === null ? null : (JSON.parse(text) as Omit<Layout, 'left_out'> & Partial<Layout>);
  return layout === null ? null : { ...layout, left_out: layout.left_out ?? [] };
}
