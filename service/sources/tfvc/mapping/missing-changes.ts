/**
 * What the commits did that a merge may take over: the files that each changed, and what a file that it changed is called at
 * the end of them. A rename that leaves the content is recognised by it.
 */
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import type { TreeView } from '../../folders/mapping/tree-view.ts';
import { changedFiles, fileAt } from './tree-changes.ts';

export interface CommitChanges {
  paths: string[];
  /** Blobs of files that went. */
  removed: Map<string, number>;
  /** Where each blob came that was not at that path. */
  added: Map<number, string>;
}

export class MissingChanges {
  readonly #view: TreeView;
  readonly #graph: CommitGraph;
  /** The oldest first. */
  readonly commits: readonly number[];
  readonly #changes = new Map<number, CommitChanges>();

  /** @param commits of one line, the oldest first */
  constructor(view: TreeView, graph: CommitGraph, commits: readonly number[]) {
    this.#view = view;
    this.#graph = graph;
    this.commits = commits;
  }

  /** What a commit changed. @param index in `commits` */
  of(index: number): CommitChanges {
    let changes = this.#changes.get(index);
    if (changes === undefined) {
      changes = this.#read(this.commits[index] as number);
      this.#changes.set(index, changes);
    }
    return changes;
  }

  /** The name at the end of a file that a commit left at a path; null when it was deleted since. */
  nameAtEnd(index: number, path: string): string | null {
    let name = path;
    for (let later = index + 1; later < this.commits.length; later++) {
      const { removed, added } = this.of(later);
      const blob = removed.get(name);
      if (blob === undefined) continue;
      const renamed = added.get(blob);
      if (renamed === undefined) return null;
      name = renamed;
    }
    return name;
  }

  /** The path that a commit renamed a file from, leaving its content; null when it did not. */
  renamedFrom(index: number, path: string): string | null {
    const { removed, added } = this.of(index);
    for (const [old, blob] of removed) if (added.get(blob) === path) return old;
    return null;
  }

  #read(commit: number): CommitChanges {
    const parent = this.#graph.first(commit);
    const [before, after] = [parent < 0 ? -1 : this.#graph.tree(parent), this.#graph.tree(commit)];
    const changes: CommitChanges = { paths: [], removed: new Map(), added: new Map() };
    for (const path of changedFiles(this.#view, before, after)) {
      changes.paths.push(path);
      const [was, is] = [fileAt(this.#view, before, path), fileAt(this.#view, after, path)];
      if (is < 0) changes.removed.set(path, was);
      else if (was < 0) changes.added.set(is, path);
    }
    return changes;
  }
}
