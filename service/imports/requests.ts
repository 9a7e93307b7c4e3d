/** What callers ask of imports, checked already. */

import { Failure } from '../failures/failure.ts';
import type { Address } from '../sources/address.ts';
import type { ImportRecord } from '../store/import-record.ts';
import type { Layout, Vcs } from '../vocabulary/history.ts';
import type { Wishes } from '../vocabulary/wishes.ts';
import type { GivenCredentials } from './run/import-credentials.ts';

export interface StartRequest {
  address: Address;
  /** Null leaves the finding out to detection. */
  vcs: Vcs | null;
  credentials: GivenCredentials;
  tfvc_project?: string | undefined;
  /** Folder of a Subversion repository; '' for all of it as one branch. */
  svn_root?: string | undefined;
  hold_before_push?: boolean | undefined;
  /** Whether it waits where authors have no address and the people book does not know them. */
  hold_for_new_authors?: boolean | undefined;
  include_hidden_refs?: boolean | undefined;
  layout?: Layout | null | undefined;
  wishes?: Partial<Wishes> | undefined;
}

export interface ChangeRequest {
  credentials?: GivenCredentials | undefined;
  /** The project to import, of `project_choices`. */
  choice?: { vcs: Vcs; svn_root: string | null; tfvc_project: string | null } | undefined;
  hold_before_push?: boolean | undefined;
  include_hidden_refs?: boolean | undefined;
  layout?: Layout | null | undefined;
  wishes?: Partial<Wishes> | undefined;
}

/** An import of the repository runs already. */
export class ImportRunning extends Failure {
  constructor(record: ImportRecord) {
    super(Failure.of('import.running', { repository: `${record.owner}/${record.repo}` }));
    this.name = 'ImportRunning';
  }
}

/** The import was removed while the request waited for its turn. */
export class ImportGone extends Error {}
