/**
 * What the commits did that a merge may take over: the files that each changed, and what a file that it changed is called at
 * the end of them. A rename that leaves the content is recognised by it.
 */
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import type { TreeView } from '../../folders/mapping/tree-view.ts';
import type { FileFinder } from './file-finder.ts';
import { changedFiles } from './tree-changes.ts';

export interface CommitChanges {
  paths: string[];
  /** Files that went. */
  removed: Set<string>;
  /** New names of files that were renamed and not changed, by the old ones. */
  renamed: Map<string, string>;
  /** The same the other way round. */
  origins: Map<string, string>;
}

export interface MissingRooms {
  view: TreeView;
  files: FileFinder;
  graph: CommitGraph;
}

export class MissingChanges {
  readonly #rooms: MissingRooms;
  /** The oldest first. */
  readonly commits: readonly number[];
  readonly #changes = new Map<number, CommitChanges>();

  /** @param commits of one line, the oldest first */
  constructor(rooms: MissingRooms, commits: readonly number[]) {
    this.#rooms = rooms;
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
      const { removed, renamed: names } = this.of(later);
      if (!removed.has(name)) continue;
      const renamed = names.get(name);
      if (renamed === undefined) return null;
      name = renamed;
    }
    return name;
  }

  #read(commit: number): CommitChanges {
    const { view, files, graph } = this.#rooms;
    const parent = graph.first(commit);
    const [before, after] = [parent < 0 ? -1 : graph.tree(parent), graph.tree(commit)];
    const changes: CommitChanges = { paths: [], removed: new Set(), renamed: new Map(), origins: new Map() };
    const gone: [path: string, blob: number][] = [];
    const added = new Map<number, string[]>();
    for (const path of changedFiles(view, before, after)) {
      changes.paths.push(path);
      const [was, is] = [files.find(before, path), files.find(after, path)];
      if (is < 0) gone.push([path, was]);
      else if (was < 0) pushTo(added, is, path);
    }
    for (const [old, blob] of gone) {
      changes.removed.add(old);
      const now = takeLikest(added.get(blob) ?? [], old);
      if (now === null) continue;
      changes.renamed.set(old, now);
      changes.origins.set(now, old);
    }
    return changes;
  }
}

/** Of files with one content the one of the same name, else the first; it is taken out. */
function takeLikest(paths: string[], old: string): string | null {
  const name = old.slice(old.lastIndexOf('/') + 1);
  const at = paths.findIndex((path) => path.endsWith(`/${name}`) || path === name);
  return paths.splice(Math.max(at, 0), 1)[0] ?? null;
}

function pushTo(lists: Map<number, string[]>, key: number, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
