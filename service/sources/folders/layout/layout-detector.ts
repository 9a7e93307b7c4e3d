/** Finds the layout in a whole history. Paths are bytes as latin1 strings, those of a layout text. */
import { pathBytes, showPath } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { absolute, conventionalLayout, singleBranchLayout } from './conventional.ts';
import { type FolderCopy, withCopies } from './copied-lines.ts';
import type { HistoryView } from './line-starts.ts';
import { LayoutMatcher } from './matcher.ts';
import { OutsideFinder } from './outside.ts';
import { PastFinder } from './pasts.ts';
import { isWithin } from './paths.ts';
import { PresentPasts } from './present-pasts.ts';
import { topOf } from './top-folder.ts';

const MAX_FOLDERS = 50_000;
/** Folders outside of the usual ones that become branches; where there are more, one branch holds them all. */
const MAX_OUTSIDE = 20;
/** How deep folders with files are told apart. */
const PLACE_DEPTH = 2;

/** Feed it the journal in order; it remembers the few folders and copies that say what the layout is. */
export class LayoutDetector {
  readonly #history: HistoryView;
  readonly #asked: string;
  readonly #prefix: string;
  readonly #depth: number;
  readonly #folders = new Set<string>();
  readonly #places = new Set<string>();
  readonly #copies: FolderCopy[] = [];
  readonly #deleted = new Map<string, number>();
  #last: Pick<JournalRevision, 't' | 'f'> = { t: -1, f: -1 };

  /** @param asked folder that was asked for, '' for the whole repository */
  constructor(history: HistoryView, asked: string) {
    this.#history = history;
    this.#asked = asked;
    this.#prefix = asked === '' ? '' : `${pathBytes(asked)}/`;
    this.#depth = this.#prefix.split('/').length;
  }

  add(revision: JournalRevision): void {
    for (const event of revision.e) {
      const [kind, path] = event;
      if (kind === 'A' || kind === 'C') this.#see(path);
      if (kind === 'D') this.#deleted.set(path, revision.r);
      if (kind !== 'C') continue;
      this.#copies.push({ path, from: event[2], revision: revision.r, tree: revision.t });
      this.#hasContent(path);
      // A copy brings sub-folders that no event names, those of the folder that was asked for when it lies in the copy.
      const asked = this.#prefix.slice(0, -1);
      if (isWithin(asked, path)) this.#seeInside(revision, asked, 2);
      else if (path.split('/').length === this.#depth) this.#seeInside(revision, path, 1);
    }
    for (const path of revision.c) this.#hasContent(path);
    this.#last = revision;
  }

  /** @param journal the revisions that were added, again; only read when there is content beside the usual folders */
  layout(journal: () => Iterable<JournalRevision>): Layout {
    const layout = this.#conventional();
    if (layout === null) return singleBranchLayout(this.#asked);
    const found = withCopies(layout, {
      copies: this.#copies,
      view: this.#history.view,
      deletedIn: (path) => this.#deletedIn(path),
      isLiving: (path) => this.#isLiving(path),
    });
    return this.#withOutside(found, journal);
  }

  #conventional(): Layout | null {
    const top = [...this.#folders].filter((folder) => !folder.includes('/'));
    const here = this.#at('', top);
    if (here !== null) return here;
    const living = top.filter((folder) => this.#isLiving(`${this.#prefix}${folder}`));
    const only = top.length === 1 ? top[0] : living.length === 1 ? living[0] : undefined;
    if (only === undefined) return null;
    const inside = [...this.#folders].flatMap((path) =>
      path.startsWith(`${only}/`) ? [path.slice(only.length + 1)] : [],
    );
    const nested = this.#at(only, inside);
    if (nested === null) return null;
    const shown = showPath(only);
    // Files beside the only project are outside of a root that is the project.
    const isAlone = top.length === 1 && !this.#places.has(this.#prefix.slice(0, -1));
    if (isAlone) return { ...nested, root: absolute(this.#asked, shown) };
    const below = (path: string) => absolute(shown, path);
    return {
      ...nested,
      trunk: below(nested.trunk ?? ''),
      branches: nested.branches.map(below),
      tags: nested.tags.map(below),
    };
  }

  /** The conventional layout of a folder; a trunk that is still there before one that is gone. */
  #at(folder: string, children: readonly string[]): Layout | null {
    const living = children.filter((child) =>
      this.#isLiving(`${this.#prefix}${folder === '' ? '' : `${folder}/`}${child}`),
    );
    const trunk = conventionalLayout(this.#asked, living.map(showPath))?.trunk;
    const layout = conventionalLayout(this.#asked, children.map(showPath));
    return layout === null || trunk === undefined ? layout : { ...layout, trunk };
  }

  #isLiving(path: string): boolean {
    const { view, facts } = this.#history;
    return view.folder(this.#last.t, path) >= 0 || facts.find(this.#last.f, path) >= 0;
  }

  /** Folders with content that are in no line become branches, so that nothing is lost that nobody left out. */
  #withOutside(layout: Layout, journal: () => Iterable<JournalRevision>): Layout {
    const matcher = new LayoutMatcher(layout);
    const inAsked = (path: string) => isWithin(path, this.#prefix.slice(0, -1));
    const places = [...this.#places].filter(inAsked);
    if (places.every((path) => matcher.lineOf(path) !== null)) return layout;
    const finder = new PastFinder(this.#history, matcher);
    for (const revision of journal()) finder.add(revision);
    const present = new PresentPasts(finder.found.pasts);
    const outside = new OutsideFinder({
      view: this.#history.view,
      matcher,
      chosenRoot: '',
      isInside: (path) => matcher.lineOf(path) !== null || present.isInside(path),
    });
    const tops = new Set<string>();
    for (const revision of journal()) {
      present.moveTo(revision.r);
      for (const path of outside.add(revision).lost) if (inAsked(path)) tops.add(topOf(path, matcher));
    }
    const root = matcher.root;
    const named = [...tops].filter(
      (path) => path !== root && isWithin(path, root) && !path.includes('*') && !matcher.holdsLines(path),
    );
    const relative = (path: string) => showPath(root === '' ? path : path.slice(root.length + 1));
    const isRestNeeded = named.length < tops.size || named.length > MAX_OUTSIDE;
    const extra = [...(named.length > MAX_OUTSIDE ? [] : named.sort().map(relative)), ...(isRestNeeded ? [''] : [])];
    return { ...layout, branches: [...layout.branches, ...extra] };
  }

  /** The last revision that deleted a folder, or one around it. */
  #deletedIn(path: string): number {
    let last = -1;
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      last = Math.max(last, this.#deleted.get(at) ?? -1);
    }
    return last;
  }

  #hasContent(path: string): void {
    if (this.#places.size < MAX_FOLDERS) this.#places.add(path.split('/', this.#depth + PLACE_DEPTH).join('/'));
  }

  #see(path: string): void {
    if (!path.startsWith(this.#prefix) || this.#folders.size > MAX_FOLDERS) return;
    const relative = path.slice(this.#prefix.length);
    if (relative !== '' && relative.split('/').length <= 2) this.#folders.add(relative);
  }

  #seeInside(revision: JournalRevision, path: string, levels: number): void {
    const { view, facts } = this.#history;
    const inside = (name: string) => {
      const folder = path === '' ? name : `${path}/${name}`;
      this.#see(folder);
      if (levels > 1) this.#seeInside(revision, folder, levels - 1);
    };
    for (const { mode, name } of view.list(view.folder(revision.t, path))) if (mode === MODE_DIRECTORY) inside(name);
    const own = facts.find(revision.f, path);
    for (const { child } of own < 0 ? [] : facts.list(own)) if (child !== null) inside(child);
  }
}
