/** One changeset in the making: what people do, as the changes that a server records for it. */
import { fold, folderOf, liesIn } from '../paths.ts';
import type { History, ModelBranch, ModelChange, ModelItem, ModelMergeSource, Tree } from './model-shapes.ts';

export class CheckIn {
  readonly changes: ModelChange[] = [];
  readonly tree: Tree;
  readonly #model: History;
  readonly #id: number;

  constructor(model: History, id: number, tree: Tree) {
    this.#model = model;
    this.#id = id;
    this.tree = tree;
  }

  get(path: string): ModelItem | undefined {
    return this.tree.get(fold(path));
  }

  addFolder(path: string): void {
    if (this.get(path) !== undefined) return;
    const at = this.#canonical(path);
    this.#set(at, null);
    this.#record({ path: at, kinds: ['add'], isFolder: true });
  }

  /** Adds a file and the folders that it needs. */
  add(path: string, content: string | Buffer, isLink = false): void {
    this.#folders(path);
    const at = this.#canonical(path);
    this.#set(at, Buffer.from(content), isLink);
    this.#record({ path: at, kinds: ['add', 'edit', 'encoding', ...(isLink ? ['property'] : [])], isFolder: false });
  }

  edit(path: string, content: string | Buffer): void {
    const item = this.#must(path);
    this.#set(item.path, Buffer.from(content), item.isLink);
    this.#record({ path: item.path, kinds: ['edit'], isFolder: false });
  }

  /** A change that leaves the content: `encoding`, `lock`, `property` and the like. */
  touch(path: string, ...kinds: string[]): void {
    const item = this.#must(path);
    if (item.content !== null) this.#set(item.path, item.content, item.isLink);
    this.#record({ path: item.path, kinds, isFolder: item.content === null });
  }

  delete(path: string, ...more: string[]): void {
    for (const { path: at, content } of this.#take(path))
      this.#record({
        path: at,
        kinds: ['delete', ...more],
        isFolder: content === null,
        ...(fold(at) === fold(path) ? {} : { implied: true }),
      });
    for (const branch of this.#branchesBelow(path)) branch.deleted = true;
  }

  /** Brings back what was deleted, as it was before, perhaps under another name. @param version changeset that had it */
  undelete(path: string, to = path, version = this.#lastWith(path)): void {
    this.#folders(to);
    const top = this.#canonical(to);
    const items = this.#model.below(path, version);
    const from = items[0]?.path ?? path;
    const renamed = fold(to) !== fold(path);
    for (const item of items) {
      const at = `${top}${item.path.slice(from.length)}`;
      this.#set(at, item.content, item.isLink);
      this.#record({
        path: at,
        kinds: renamed ? ['rename', 'undelete'] : ['undelete'],
        isFolder: item.content === null,
        ...(renamed ? { source: item.path } : {}),
        ...this.#implied(at, top),
      });
    }
    // Of several branches that were deleted there it is the last one.
    for (const at of new Set(this.#branchesBelow(path).map((branch) => branch.path))) {
      const branch = this.#model.branches.findLast((other) => other.path === at && other.deleted);
      if (branch === undefined) continue;
      branch.deleted = false;
      branch.path = `${top}${branch.path.slice(from.length)}`;
    }
  }

  /** The youngest changeset before this one that had something at the path. */
  #lastWith(path: string): number {
    for (let version = this.#id - 1; version > 0; version--)
      if (this.#model.treeAt(version).has(fold(path))) return version;
    throw new Error(`${path} was never there`);
  }

  rename(from: string, to: string, content?: string): void {
    const top = this.#must(from).path;
    const items = this.#take(top);
    for (const item of items) {
      this.#record({
        path: item.path,
        kinds: ['delete', 'sourceRename'],
        isFolder: item.content === null,
        sourceOfRename: true,
        ...this.#implied(item.path, top),
      });
    }
    this.#folders(to);
    const target = this.#canonical(to);
    for (const item of items) {
      const path = `${target}${item.path.slice(top.length)}`;
      const edited = content !== undefined && item.path === top;
      this.#set(path, edited ? Buffer.from(content) : item.content, item.isLink);
      this.#record({
        path,
        kinds: edited ? ['edit', 'rename'] : ['rename'],
        isFolder: item.content === null,
        source: item.path,
        mergeSources: [this.#mergeSource(item.path, 1, this.#id - 1, true)],
        ...this.#implied(path, target),
      });
    }
    for (const branch of this.#branchesBelow(top)) {
      if (branch.deleted) continue;
      const path = `${target}${branch.path.slice(top.length)}`;
      for (const other of this.#model.branches) if (other.parent === branch.path) other.parent = path;
      branch.path = path;
    }
  }

  /** @param version changeset of the source that is taken; the one before this without it */
  branch(from: string, to: string, options: { version?: number; object?: boolean } = {}): void {
    const version = options.version ?? this.#id - 1;
    const top = this.#model.treeAt(version).get(fold(from))?.path ?? from;
    this.#folders(to);
    const target = this.#canonical(to);
    for (const item of this.#model.below(top, version)) {
      const path = `${target}${item.path.slice(top.length)}`;
      this.#set(path, item.content, item.isLink);
      this.#record({
        path,
        kinds: item.content === null ? ['branch'] : ['encoding', 'branch'],
        isFolder: item.content === null,
        mergeSources: [this.#mergeSource(item.path, 1, version, false)],
        ...this.#implied(path, target),
      });
    }
    if (options.object !== false) this.#newBranch(top, target);
  }

  /**
   * Takes changes of one branch's files into another: contents as they are in the source.
   * @param from first changeset of the range
   * @param to last changeset of the range
   * @param only files below this folder of the source
   */
  merge(source: string, target: string, from: number, to: number, only = ''): number {
    let count = 0;
    for (const { path, first, last } of this.#changedFiles(source, from, to)) {
      const below = path.slice(source.length);
      if (only !== '' && !liesIn(fold(below.slice(1)), fold(only))) continue;
      const item = this.#model.treeAt(last).get(fold(path));
      const at = `${target}${below}`;
      const mergeSources = [this.#mergeSource(path, first, last, false)];
      const there = this.get(at);
      if (item === undefined || item.content === null) {
        if (there === undefined || there.content === null) continue;
        this.#take(at);
        this.#record({ path: there.path, kinds: ['delete', 'merge'], isFolder: false, mergeSources });
      } else {
        if ((there !== undefined && there.content === null) || this.#isBelowFile(at)) continue;
        this.#folders(at);
        const name = there?.path ?? this.#canonical(at);
        this.#set(name, item.content, item.isLink);
        const kinds = there === undefined ? ['encoding', 'branch', 'merge'] : ['merge', 'edit'];
        this.#record({ path: name, kinds, isFolder: false, mergeSources });
      }
      count += 1;
    }
    return count;
  }

  /** Makes a file or folder what it was at a changeset. */
  rollback(path: string, version: number): void {
    const before = this.#model.treeAt(version).get(fold(path));
    if (before === undefined) {
      this.delete(path, 'rollback');
      return;
    }
    if (before.content === null) return;
    const at = this.#must(path).path;
    this.#set(at, before.content, before.isLink);
    this.#record({ path: at, kinds: ['edit', 'rollback'], isFolder: false });
  }

  /** Records a change as some server might write it; the tree is the caller's. */
  record(change: ModelChange): void {
    this.changes.push(change);
  }

  #record(change: ModelChange): void {
    this.changes.push(change);
  }

  #set(path: string, content: Buffer | null, isLink = false): void {
    this.tree.set(fold(path), { path, content, isLink, version: this.#id });
  }

  /** Takes an item and everything below it out of the tree. */
  #take(path: string): ModelItem[] {
    const top = fold(path);
    const items = [...this.tree].filter(([at]) => liesIn(at, top));
    for (const [at] of items) this.tree.delete(at);
    return items.map(([, item]) => item).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  #folders(path: string): void {
    const above = folderOf(path);
    if (above === '$' || above === '' || this.get(above) !== undefined) return;
    this.#folders(above);
    this.addFolder(above);
  }

  /** The path with its folders' case as they are. */
  #canonical(path: string): string {
    const above = this.get(folderOf(path));
    return above === undefined ? path : `${above.path}${path.slice(path.lastIndexOf('/'))}`;
  }

  #must(path: string): ModelItem {
    const item = this.get(path);
    if (item === undefined) throw new Error(`${path} is not there`);
    return item;
  }

  #isBelowFile(path: string): boolean {
    for (let at = folderOf(path); at !== '$' && at !== ''; at = folderOf(at)) if (this.get(at)?.content) return true;
    return false;
  }

  #implied(path: string, top: string): { implied?: true } {
    return fold(path) === fold(top) ? {} : { implied: true };
  }

  #mergeSource(serverItem: string, versionFrom: number, versionTo: number, isRename: boolean): ModelMergeSource {
    return { serverItem, versionFrom, versionTo, isRename };
  }

  #branchesBelow(path: string): ModelBranch[] {
    return this.#model.branches.filter((branch) => liesIn(fold(branch.path), fold(path)));
  }

  #newBranch(from: string, to: string): void {
    const created = new Date(Date.parse('2014-03-19T17:00:00Z') + this.#id * 61_000).toISOString();
    // A branch that was deleted before at the same path stays beside the new one.
    const known = this.#model.branches.some((branch) => branch.path === from && !branch.deleted);
    if (!known) this.#model.branches.push({ path: from, parent: null, created, deleted: false });
    this.#model.branches.push({ path: to, parent: from, created, deleted: false });
  }

  /** Files below a folder that changesets of a range changed, with the first and last of those. */
  #changedFiles(folder: string, from: number, to: number): { path: string; first: number; last: number }[] {
    const files = new Map<string, { path: string; first: number; last: number }>();
    for (let id = from; id <= to; id++) {
      for (const { path, isFolder } of this.#model.changesets[id - 1]?.changes ?? []) {
        if (isFolder || !liesIn(fold(path), fold(folder))) continue;
        files.set(fold(path), { path, first: files.get(fold(path))?.first ?? id, last: id });
      }
    }
    return [...files.values()];
  }
}
