/** What a collection is made of, in memory. */

export interface Person {
  id: string;
  displayName: string;
  uniqueName: string;
}

export interface ModelItem {
  /** `$/Project/...` with the case that it has. */
  path: string;
  /** Null for a folder. */
  content: Buffer | null;
  isLink: boolean;
  /** Changeset that changed it last. */
  version: number;
}

/** Items by folded path. */
export type Tree = Map<string, ModelItem>;

export interface ModelMergeSource {
  serverItem: string;
  versionFrom: number;
  versionTo: number;
  isRename: boolean;
}

export interface ModelChange {
  path: string;
  /** Words of `VersionControlChangeType`. */
  kinds: string[];
  isFolder: boolean;
  source?: string;
  mergeSources?: ModelMergeSource[];
  /** A child of a folder that came from elsewhere or went: only some servers list it. */
  implied?: true;
  /** The place that something was renamed from: only some servers list it. */
  sourceOfRename?: true;
}

export interface ModelChangeset {
  id: number;
  author: Person;
  committer: Person;
  /** `2014-03-21T19:32:02.213Z`. */
  date: string;
  comment: string;
  changes: ModelChange[];
  tree: Tree;
}

export interface ModelBranch {
  path: string;
  parent: string | null;
  created: string;
  deleted: boolean;
}

export interface ModelLabel {
  id: number;
  name: string;
  scope: string;
  description: string;
  owner: Person;
  modified: string;
  items: { path: string; version: number; isFolder: boolean }[];
}

/** What is there before a changeset that is being made. */
export interface History {
  readonly changesets: readonly ModelChangeset[];
  readonly branches: ModelBranch[];
  treeAt(version: number): Tree;
  below(path: string, version: number): ModelItem[];
}
