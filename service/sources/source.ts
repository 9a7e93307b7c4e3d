/**
 * What a version control system must offer to be imported from. One folder in `sources/` each;
 * the import state machine knows sources only through these types.
 */

import type { Sentence } from '../../language/sentence.ts';
import type { FailureData } from '../failures/failure.ts';
import type { RevisionDifference } from '../vocabulary/comparison.ts';
import type { Completeness } from '../vocabulary/completeness.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import type {
  Identity,
  LargeFile,
  Layout,
  LfsObject,
  MadeAuthor,
  MappedRef,
  ProjectChoice,
  SourceAuthor,
  Vcs,
} from '../vocabulary/history.ts';
import type { SourceChange } from '../vocabulary/last-update.ts';
import type { LayoutPreview } from '../vocabulary/layout-preview.ts';
import type { ImportProgress } from '../vocabulary/progress.ts';
import type { Check, Finding } from '../vocabulary/report.ts';
import type { UnknownHost } from '../vocabulary/unknown-host.ts';
import type { Address } from './address.ts';
import type { ListedRepository } from './listed-repositories.ts';
import type { OutlineJob, SourceOutline } from './outline/outline.ts';
import type { SourceSurvey, SurveyJob } from './survey/survey.ts';

/** What one source says about an address. */
export type ProbeResult =
  | {
      kind: 'found';
      vcs: Vcs;
      /** Address of the repository's root (differs from the asked address for a Subversion folder). */
      root_url: string;
      /** Subversion's repository UUID. */
      uuid: string | null;
      /** Youngest revision, or null where counting needs a fetch. */
      revision_count: number | null;
      branches: string[];
      tags: string[];
      layout: Layout | null;
      /** More than one entry means that a choice is needed when the caller named no `vcs`. */
      project_choices: ProjectChoice[];
      empty: boolean;
      /** Address that the server sent us on to; null or absent when it did not. */
      redirected_to?: string | null;
    }
  | {
      kind: 'needs_auth';
      vcs: Vcs;
      failure: FailureData;
      wrong_credentials: boolean;
      /** The server said what it is: its words win over those of systems that only saw a locked door. */
      is_certain?: boolean;
    }
  | {
      kind: 'nothing';
      failure: FailureData;
      /** Those that lie there, where the address is none itself. */
      repositories?: readonly ListedRepository[];
    }
  | { kind: 'unreachable'; failure: FailureData; unknown_host?: UnknownHost | null }
  | { kind: 'tool_missing'; failure: FailureData };

export type Found = Extract<ProbeResult, { kind: 'found' }>;

export interface SourceContext {
  credentials: Credentials | null;
  signal: AbortSignal;
  /** Folder `imports/<id>`; the source makes `staging.git` in it. */
  folder: string;
  /** Empty directory owned by this import for tools' private configuration (mode 0700). */
  privateFolder: string;
  /** Whether refs that hosts keep for themselves (Git: pull requests and the like) are wanted too. */
  includeHiddenRefs?: boolean;
  /** Team Foundation project that was chosen; null when the address names one or there is only one. */
  tfvcProject?: string | null;
  /** Whether labels of a Team Foundation project are not wanted. */
  withoutLabels?: boolean;
  /** Folder of a Subversion repository that a person chose; null when the address says it all. */
  svnRoot?: string | null;
  /** Files with more bytes are large; without it `LARGE_FILE_BYTES`. Tests lower it. */
  largeFileBytes?: number;
  /** Whether what an earlier fetch left must stay usable until this one is complete. */
  keepsEarlier?: boolean;
  /**
   * Told what the source no longer has of what was fetched before, when everything new is there and nothing of it was put in
   * place yet; what it throws keeps the earlier fetch. Absent where that needs nobody's word.
   */
  onSourceChanges?(changes: SourceChange[]): void;
  /** Whether the source does not answer, so that only what it sent is compared. */
  offline?: boolean;
  /** Of a verification that begins while the repository is written: resolves when it can be read. */
  published?: Promise<void>;
  /** Longest silence of a source that is fetched, in milliseconds; without it `SILENCE_MS`. Tests lower it. */
  silenceMs?: number;
  /** Largest file that a program of the source may write in memory, in bytes; without it `LARGEST_SCRATCH`. Tests lower it. */
  scratchBytes?: number;
  /** Something came that stays when the connection breaks. */
  onArrived?(): void;
  onProgress(progress: Omit<ImportProgress, 'percent' | 'rate' | 'seconds_left'> & { fraction: number | null }): void;
  onLog: (level: 'info' | 'warning' | 'error', text: Sentence) => void;
  /** May be called again and again with growing totals for the same `remote_id`. */
  onAuthors(authors: SourceAuthor[]): void;
}

/** What a look at an address is given. */
export interface ProbeContext extends Omit<SourceContext, 'folder'> {
  /** Only what the address is and whether it is empty is wanted: names and counts may be left out. */
  brief?: boolean;
}

export interface FetchResult {
  /** Revisions or commits now in staging. */
  commit_count: number;
  uuid: string | null;
  /** Layout found in the whole history; used unless the user chose one. */
  layout: Layout | null;
  /** Folders in which the history has branch or tag folders, to choose from. */
  findings: Finding[];
  large_files: LargeFile[];
}

/** What was fetched before, and what arrived since. */
export type KeptFetch = Pick<FetchResult, 'commit_count' | 'findings' | 'large_files'>;

export interface MapResult {
  refs: MappedRef[];
  /** Full name of the ref that HEAD names, or null for a repository without branches. */
  head: string | null;
  commit_count: number;
  /** Authors of the project that was mapped, where the repository holds others; absent where everything was. */
  authors?: MadeAuthor[];
  /** Whether every revision is accounted for; absent for systems whose commits are taken one by one. */
  completeness?: Completeness;
  findings: Finding[];
  /** What is expected of each final ref, for verification; see `Check`. */
  checks: Check[];
  /**
   * Pack files (absolute paths, `.pack`; the `.idx` lies beside it) that together hold every object
   * reachable from `refs`. Publishing links or copies them into the final repository.
   */
  packs: string[];
  /** Set when large files were converted or removed after the source's own mapping. */
  conversion?: Conversion;
  /** What the source itself keeps in Git LFS; absent where its history has no pointers. */
  contents?: SourceContents;
  /** The mapping as the source made it, where more was done to it than the conversion of large files. */
  origin?: Origin;
  /** How many notes with revisions were written; absent where none were wanted. */
  notes?: number;
  /** File that names the commits at which the history of a shallow source ends, in place of what `conversion` and staging have. */
  shallow?: string;
  /** What refs name in staging, who was mapped to whom, and how many commits are one with another since. */
  came?: { refs: MappedRef[]; identities: ReadonlyMap<string, Identity>; joined: number };
  /** Set when messages that name old ids were rewritten: a repository that sees what was before, and its refs. */
  retold?: Retold;
}

/** What messages were rewritten of. */
export interface Retold {
  repository: string;
  refs: MappedRef[];
  /** Old ids of commits that are one with another since; absent in what earlier versions kept. */
  joined?: readonly string[];
}

/** A mapping before more was done to it. */
export interface Origin {
  mapped: MapResult;
  /** Repository with its refs; null where those that are published are still the same, and others came beside them. */
  repository: string | null;
}

/** Contents that pointers of the source name. */
export interface SourceContents {
  /** Those that came. */
  objects: LfsObject[];
  /** Those that did not. */
  missing: LfsObject[];
  /** Folder `lfs/objects` that those that came lie in. */
  folder: string;
}

/** What the conversion of large files did to a mapping. */
export interface Conversion {
  choice: 'opt_in' | 'opt_out';
  /** The mapping as the source made it. */
  before: MapResult;
  /** Repository with the refs of `before` that sees the objects from before and after. */
  repository: string;
  /** Blobs that were converted, with the objects that they became; null for removed ones. */
  blobs: { oid: string; object: LfsObject | null }[];
  /** Folder `lfs/objects` that holds the objects. */
  objects: string;
  /** File that names the commits at which the history of a shallow source ends, in place of staging's. */
  shallow: string | null;
  /** Paths of pointers for which `.gitattributes` got no line, bytes as latin1 strings; absent in what earlier versions kept. */
  withoutLine?: string[];
  /** Commits that are one with another since; absent in what earlier versions kept. */
  joined?: number;
}

/** Revisions that were compared one by one. */
export interface ComparedRevisions {
  total: number;
  compared: number;
  /** Those that the source could not give, with why. */
  not_compared: { count: number; examples: Sentence[] };
  differing: { count: number; examples: RevisionDifference[] };
  /** What was compared of each file, as part of a sentence. */
  what: Sentence;
  /** Of how many the author, the date and the message were compared with the source's log. */
  logs: number;
}

/** What a person asked for of an address that holds more than one thing. */
export interface Wanted {
  svn_root: string | null;
  tfvc_project: string | null;
  /** Whether the person named the version control system. */
  named: boolean;
}

/** What is imported of what was found. */
export interface Chosen {
  svn_root?: string;
  tfvc_project?: string;
  detected_layout?: Layout | null;
}

export interface Source {
  readonly vcs: Vcs;
  /** Its name for people. */
  readonly title: string;
  /** What clients may call it, in small letters; the first is `vcs`. */
  readonly names: readonly string[];
  /** Kinds of addresses that it is asked about when the caller named no system. */
  readonly schemes: readonly Address['scheme'][];
  /** How a file begins that it reads as a repository, as Latin-1. Absent for systems without such files. */
  readonly bundles?: RegExp;
  /** Field of an import that names one project of an address; null where an address is one repository. */
  readonly projectField: 'svn_root' | 'tfvc_project' | null;
  /** Whether all projects of an address are fetched together, so that another one needs no new fetch. */
  readonly fetchesAllProjects: boolean;
  /** Whether a layout may leave out folders that lie in no branch. */
  readonly leavesFoldersOut: boolean;
  /** Whether each fetch is a whole one that replaces the earlier one, so that it compares both itself (`onSourceChanges`). */
  readonly fetchesAnew: boolean;
  /** Whether commits have the ids that they have in the source, which another author would change. */
  readonly keepsIds: boolean;
  /** The layout of a project before its folders are known; null for systems that have their own branches. */
  layoutBefore(project: string): Layout | null;
  /**
   * Which part of what was found is imported.
   * @returns null when a person must choose first
   * @throws Failure when the project that was asked for is not there
   */
  choose(found: Found, wanted: Wanted, context: SourceContext): Promise<Chosen | null>;
  /** Counts revisions, authors and sizes in seconds, without a fetch. @throws Failure */
  survey(job: SurveyJob, signal: AbortSignal): Promise<SourceSurvey>;
  /** Longest look at an address, in milliseconds, where a person said that it is of this system; its servers may be slow. */
  namedLookMs?: number;
  /** Looks at an address without fetching content. Ends within the context's signal; kills what it started. */
  probe(url: string, context: ProbeContext): Promise<ProbeResult>;
  /**
   * Fetches everything into `<folder>/staging.git`, or goes on where a stopped fetch ended.
   * @throws Failure with a sentence; `kind: 'auth'` when credentials are missing or wrong.
   */
  fetch(url: string, context: SourceContext): Promise<FetchResult>;
  /**
   * Makes ready what an earlier fetch left, and what arrived of one that failed, without asking the source.
   * @returns null when it is what the earlier fetch found
   */
  keep(context: SourceContext): Promise<KeptFetch | null>;
  /** The layout that what was fetched suggests for one of its projects. Absent where projects are fetched one by one. */
  layoutOf?(root: string, context: SourceContext): Promise<Layout>;
  /**
   * Reads the log alone and leaves what a fetch without contents would, for `previewLayout`. Absent where branches are no
   * folders. @throws Failure
   */
  outline?(job: OutlineJob, signal: AbortSignal): Promise<SourceOutline>;
  /** What a layout would make of what was fetched. @throws Failure */
  previewLayout?(
    job: { folder: string; layout: Layout; chosenRoot: string | null },
    signal: AbortSignal,
  ): Promise<LayoutPreview>;
  /**
   * Whether the source is still what was fetched: nothing came, went or moved since.
   * @throws Failure when it does not answer, or the address leads to another source
   */
  isUnchanged(url: string, context: SourceContext): Promise<boolean>;
  /** Turns staging into final refs. Repeatable, never touches what `fetch` wrote. */
  map(
    job: { layout: Layout | null; identities: Map<string, Identity>; includeHiddenRefs: boolean },
    context: SourceContext,
  ): Promise<MapResult>;
  /** Gives every revision Git's own list of ignored files beside the source's. Absent for systems that have no such file. */
  translateIgnores?(mapped: MapResult, context: SourceContext): Promise<MapResult>;
  /**
   * Compares everything that the last mapping made of the source's own revisions with the source asked anew. Absent for systems
   * that cannot be asked for what was.
   * @throws Failure when the source does not answer
   */
  compare?(url: string, context: SourceContext): Promise<ComparedRevisions>;
  /** Compares the published repository with the source; adds to the mapping's own checks. */
  verify(url: string, repositoryPath: string, mapped: MapResult, context: SourceContext): Promise<Check[]>;
}
