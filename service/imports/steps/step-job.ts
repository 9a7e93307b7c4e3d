/** What the thread of the steps is asked, and what it says on the way. */
import type { Sentence } from '../../../language/sentence.ts';
import type { Reading } from '../../events/progress.ts';
import type { FailureData } from '../../failures/failure.ts';
import type { SourceContext } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Identity, LargeFile, Layout, MadeAuthor, Outcome, SourceAuthor, Vcs } from '../../vocabulary/history.ts';
import type { Compared } from '../../vocabulary/import-report.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { Finding } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import type { PublishedBefore } from '../publish/lost-changes.ts';
import type { RefsPlace } from '../publish/owned-refs.ts';
import type { ReportFacts } from '../report/finish-report.ts';

export type ContextData = Omit<SourceContext, 'signal' | 'onProgress' | 'onLog' | 'onAuthors' | 'onSourceChanges'>;

export interface MapStep {
  kind: 'map';
  vcs: Vcs;
  layout: Layout | null;
  identities: Map<string, Identity>;
  includeHiddenRefs: boolean;
  useLfs: ImportRecord['use_lfs'];
  wishes: ImportRecord['wishes'];
  /** Of the fetch. */
  findings: readonly Finding[];
  largeFiles: LargeFile[];
  /** Where branches and tags of before an update or a restart are looked for; null where the fetch itself compared them. */
  published: PublishedBefore | null;
  context: ContextData;
}

export interface PublishStep {
  kind: 'publish';
  record: ImportRecord;
  repositoryPath: string;
  /** From a `MapStep`. */
  mapped: Uint8Array;
  refs: RefsPlace;
  /** Why the source could not be fetched just now; null when it was. */
  fetchFailure: FailureData | null;
  report: ReportFacts;
  context: ContextData;
}

export type StepJob =
  | MapStep
  | PublishStep
  | { kind: 'as_before'; repositoryPath: string; refs: RefsPlace }
  | { kind: 'own'; repositoryPath: string; refs: RefsPlace; broken: 'refused' | 'left out' }
  | { kind: 'remember'; refs: RefsPlace; since: string; source_revisions: number };

export interface Published {
  /** Whether anything in the repository differs from the source. */
  differs: boolean;
  compared: Compared;
  verdict: Verdict;
  /** Full name of the ref that HEAD names. */
  head: string | null;
}

export type StepMessage =
  | { type: 'reading'; reading: Reading }
  | { type: 'log'; level: 'info' | 'warning' | 'error'; text: Sentence }
  | { type: 'authors'; authors: SourceAuthor[] }
  | { type: 'percent'; percent: number }
  /** What the mapping made, with the authors of the project where it made one of several. */
  | { type: 'made'; outcome: Outcome; authors: MadeAuthor[] | null }
  /** Branches and tags that were published before an update or a restart and that its mapping does not have, or has elsewhere. */
  | { type: 'lost'; changes: SourceChange[] }
  /** Refs that the import is about to write; the job goes on when they are recorded. */
  | { type: 'own'; refs: Uint8Array }
  /** Refs that it wrote before and took away. */
  | { type: 'disown'; refs: Uint8Array };
