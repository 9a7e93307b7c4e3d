/**
 * Content that a revision put into folders that are no part of any line: what an import with this layout leaves out. Paths
 * are bytes as latin1 strings.
 */
import type { TreeView } from '../mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import type { JournalRevision } from '../raw/journal.ts';
import type { LineMatcher } from './matcher.ts';
import { isWithin } from './paths.ts';

/** What a revision put outside of all lines, by folder. */
export interface Outside {
  /** Folders that nobody left out on purpose. */
  lost: string[];
  /** Folders that a person left out, or that belong to other projects than the one that was chosen. */
  excluded: string[];
}

export interface OutsideRules {
  view: TreeView;
  matcher: LineMatcher;
  /** Folder of the project that a person chose; '' when everything was meant. */
  chosenRoot: string;
  /** Whether a path is in a line, or in a line's past, in the revision that is looked at. */
  isInside(path: string): boolean;
}

/** Fed with the journal in order. */
export class OutsideFinder {
  readonly #rules: OutsideRules;
  #before = -1;

  constructor(rules: OutsideRules) {
    this.#rules = rules;
  }

  add(revision: JournalRevision): Outside {
    const outside: Outside = { lost: [], excluded: [] };
    const note = (path: string) => {
      const list = this.#isExcluded(path) ? outside.excluded : outside.lost;
      if (!list.includes(path)) list.push(path);
    };
    for (const path of revision.c) if (!this.#rules.isInside(path) && this.#gained(revision.t, path)) note(path);
    for (const [kind, path] of revision.e) {
      if (kind !== 'C' || this.#rules.isInside(path)) continue;
      for (const folder of this.#looseFolders(revision.t, path)) note(folder);
    }
    this.#before = revision.t;
    return outside;
  }

  /** Whether a file of this folder is new or other than before: files that only went are no loss. */
  #gained(tree: number, path: string): boolean {
    const { view } = this.#rules;
    const before = new Map(
      view.list(view.folder(this.#before, path)).map(({ name, mode, number }) => [name, `${mode} ${number}`]),
    );
    return view
      .list(view.folder(tree, path))
      .some(({ name, mode, number }) => mode !== MODE_DIRECTORY && before.get(name) !== `${mode} ${number}`);
  }

  /** Folders at and below `path` that hold files and are in no line; not those below one that is found. */
  #looseFolders(tree: number, path: string): string[] {
    const { view, isInside, matcher } = this.#rules;
    const found: string[] = [];
    const open = [path];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (isInside(at)) continue;
      const entries = view.list(view.folder(tree, at));
      const holdsLines = matcher.mayContainLines(at);
      if (entries.length > 0 && (!holdsLines || entries.some(({ mode }) => mode !== MODE_DIRECTORY))) found.push(at);
      if (!holdsLines) continue;
      for (const { mode, name } of entries) if (mode === MODE_DIRECTORY) open.push(at === '' ? name : `${at}/${name}`);
    }
    return found;
  }

  #isExcluded(path: string): boolean {
    const { matcher, chosenRoot } = this.#rules;
    return !isWithin(path, chosenRoot) || matcher.isLeftOut(path);
  }
}
