/** Words of a history that every room shares: what is found in a source, and what becomes of it. */

import type { Verdict } from './verdict.ts';

export type Vcs = 'git' | 'subversion' | 'mercurial' | 'tfvc';

/**
 * How Subversion paths become refs. Paths are relative to the repository's root, without leading or
 * trailing slash; bytes that are not UTF-8 are written as `%XX`.
 */
export interface Layout {
  /** Folder of the chosen project; '' for the whole repository. `trunk`, `branches` and `tags` are relative to it. */
  root: string;
  /** Folder that becomes the default branch; '' means `root` itself; null when there is none. */
  trunk: string | null;
  /** Patterns of branch folders; each `*` stands for one path segment: `branches/*`. */
  branches: string[];
  /** Patterns of tag folders. */
  tags: string[];
  /** Folders that are left out on purpose. */
  left_out: string[];
  /** Git name of the branch made from trunk. */
  default_branch: string;
  /** Write `svn:ignore` and `svn:global-ignores` as `.gitignore` files. */
  gitignore: boolean;
}

export interface ProjectChoice {
  vcs: Vcs;
  human_name: string;
  /** Folder of the project within a Subversion repository. */
  svn_root?: string;
  tfvc_project?: string;
}

export interface Identity {
  name: string;
  email: string;
}

/** An author as a mapping of one project has them. */
export type MadeAuthor = Pick<SourceAuthor, 'remote_id' | 'commit_count' | 'first_commit_at' | 'last_commit_at'>;

export interface SourceAuthor {
  /** Stable key of the identity in the source, for example `svner@<repository uuid>`. */
  remote_id: string;
  remote_name: string;
  /** Valid but possibly incorrect Git identity. */
  name: string;
  email: string;
  commit_count: number;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`; null when no date is known. */
  first_commit_at: string | null;
  last_commit_at: string | null;
}

export interface MappedRef {
  name: string;
  oid: string;
}

/** Files with more bytes than this are large (100 MB; service.md, "Limits"). */
export const LARGE_FILE_BYTES = 104_857_600;

/** A file over 100 MB (104,857,600 bytes). */
export interface LargeFile {
  ref_name: string;
  path: string;
  oid: string;
  /** Bytes. */
  size: number;
}

/** Content that Git LFS keeps: its SHA-256 in hex, and bytes. */
export interface LfsObject {
  oid: string;
  size: number;
}

/** What a mapping comes to before it is published. */
export interface Outcome {
  commits: number;
  branches: number;
  tags: number;
  /** Of a history of folders: what the report will say of its being complete. Earlier versions kept none. */
  complete?: Verdict['complete'];
}
