/** Branches and tags outside of the usual folders: copies of lines, and folders of them, say where they are. */
import { pathBytes, showPath } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import type { TreeView } from '../mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import { absolute, isContainerName, isTagContainer } from './conventional.ts';
import { LayoutMatcher } from './matcher.ts';
import { isWithin, parentOf } from './paths.ts';

/** One folder copy, as the journal has it. Paths are bytes as latin1 strings. */
export interface FolderCopy {
  path: string;
  from: string;
  revision: number;
  /** Object number of the revision's root tree. */
  tree: number;
}

export interface CopyHistory {
  /** In order. */
  copies: readonly FolderCopy[];
  view: TreeView;
  /** The last revision that deleted a folder, or one around it; -1 for none. */
  deletedIn(path: string): number;
  /** Whether a folder is there at the end. */
  isLiving(path: string): boolean;
}

const MAX_PATTERNS = 200;

/** The layout with all that copies say: where trunk went, containers of branches elsewhere, moved ones, nested ones. */
export function withCopies(layout: Layout, history: CopyHistory): Layout {
  const copied = new CopiedLines(layout, history);
  for (const copy of history.copies) copied.add(copy);
  return copied.layout;
}

class CopiedLines {
  readonly #history: CopyHistory;
  #layout: Layout;
  #matcher: LayoutMatcher;
  readonly #root: string;
  #added = 0;
  /** Copies of lines by the folder that they lie in. */
  readonly #children = new Map<string, Set<string>>();

  constructor(layout: Layout, history: CopyHistory) {
    this.#layout = layout;
    this.#history = history;
    this.#matcher = new LayoutMatcher(layout);
    this.#root = this.#matcher.root;
  }

  /** The layout, with trunk where it is at the end. */
  get layout(): Layout {
    const trunk = this.#trunkAtEnd();
    const branches = this.#layout.branches.filter((branch) => branch !== trunk);
    return { ...this.#layout, trunk, branches };
  }

  add(copy: FolderCopy): void {
    const { path, from } = copy;
    if (this.#added >= MAX_PATTERNS || path === this.#root || !isWithin(path, this.#root) || path.includes('*')) return;
    if (this.#matcher.match(from) !== null) this.#lineCopied(copy);
    else if (this.#matcher.holdsLines(from)) this.#containerCopied(copy);
  }

  #lineCopied({ path, from, tree }: FolderCopy): void {
    const parent = parentOf(path);
    const siblings = this.#children.get(parent) ?? new Set();
    this.#children.set(parent, siblings.add(path));
    if (this.#matcher.match(path) !== null) return;
    const around = this.#matcher.lineOf(path);
    if (around !== null && !this.#isContainer(around, parent, tree)) return;
    // A folder that holds lines cannot be one.
    if (isContainerName(lastOf(path)) || this.#matcher.holdsLines(path)) return;
    const isTag = isTagContainer(parent) || this.#matcher.match(from)?.kind === 'tag';
    // A trunk that lies elsewhere has branches and tags beside it, and is none of several.
    const isTrunk = lastOf(path) === lastOf(from) && this.#matcher.match(from)?.kind === 'trunk';
    if (parent === this.#root || isTrunk) this.#put('branches', path);
    else this.#put(isTag ? 'tags' : 'branches', `${parent}/*`);
  }

  /** Whether the folders from `line` down to `parent` hold folders only, most of them copies of lines. */
  #isContainer(line: string, parent: string, tree: number): boolean {
    const { view, copies } = this.#history;
    if (line === '' || copies.some(({ path }) => path === line)) return false;
    for (let at = parent; isWithin(at, line); at = parentOf(at)) {
      const entries = view.list(view.folder(tree, at));
      if (entries.some(({ mode }) => mode !== MODE_DIRECTORY)) return false;
    }
    const children = view.list(view.folder(tree, parent));
    return (this.#children.get(parent)?.size ?? 0) * 2 >= children.length;
  }

  #containerCopied({ path, from }: FolderCopy): void {
    if (this.#matcher.lineOf(path) !== null) return;
    const moved = (pattern: string) => {
      const full = absolute(this.#root, pathBytes(pattern));
      if (full === from || !isWithin(full, from)) return null;
      return `${path}${from === '' ? `/${full}` : full.slice(from.length)}`;
    };
    const { trunk, branches, tags } = this.#layout;
    const movedTrunk = trunk === null ? null : moved(trunk);
    if (movedTrunk !== null) this.#put('branches', movedTrunk);
    for (const [kind, patterns] of [
      ['branches', branches],
      ['tags', tags],
    ] as const) {
      for (const pattern of patterns) {
        const there = moved(pattern);
        if (there !== null) this.#put(kind, there);
      }
    }
  }

  #put(kind: 'branches' | 'tags', path: string): void {
    const pattern = showPath(this.#root === '' ? path : path.slice(this.#root.length + 1));
    const { trunk, branches, tags } = this.#layout;
    if (pattern === trunk || branches.includes(pattern) || tags.includes(pattern)) return;
    this.#added += 1;
    this.#layout = { ...this.#layout, [kind]: [...this.#layout[kind], pattern] };
    this.#matcher = new LayoutMatcher(this.#layout);
  }

  #trunkAtEnd(): string | null {
    const { trunk } = this.#layout;
    if (trunk === null) return null;
    const seen = new Set<string>();
    let at = absolute(this.#root, pathBytes(trunk));
    for (let life = 0; !seen.has(`${at} ${life}`); ) {
      seen.add(`${at} ${life}`);
      const next = this.#movedTo(at, life);
      if (next === null) break;
      at = next.path;
      life = next.revision;
    }
    if (!isWithin(at, this.#root)) return trunk;
    return showPath(this.#root === '' ? at : at.slice(this.#root.length + 1));
  }

  /** Where the folder went in the revision that deleted it for good; null when it is there still, or was only deleted. */
  #movedTo(path: string, since: number): { path: string; revision: number } | null {
    const { copies, deletedIn, isLiving } = this.#history;
    if (isLiving(path)) return null;
    const deleted = deletedIn(path);
    if (deleted <= since || copies.some((copy) => isWithin(path, copy.path) && copy.revision >= deleted)) return null;
    for (const copy of copies) {
      if (copy.revision !== deleted || !isWithin(path, copy.from)) continue;
      const there = `${copy.path}${path.slice(copy.from.length)}`;
      return { path: there, revision: deleted };
    }
    return null;
  }
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
