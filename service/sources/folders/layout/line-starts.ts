/** Which lines of history an added or copied folder starts. Paths are bytes as latin1 strings. */
import type { TreeView } from '../mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import type { FactsStore } from '../raw/facts.ts';
import type { JournalRevision } from '../raw/journal.ts';
import type { FolderAt } from './folder-moves.ts';
import type { LineMatch, LineMatcher } from './matcher.ts';

export interface LineStart {
  path: string;
  match: LineMatch;
  source: FolderAt | null;
}

export interface HistoryView {
  view: TreeView;
  facts: FactsStore;
}

/**
 * The lines that begin because `path` was added or copied: the folder itself, or those that a copy brought along.
 * @param source what was copied; null for a folder that was added empty
 */
export function startedLines(
  { view, facts }: HistoryView,
  matcher: LineMatcher,
  revision: JournalRevision,
  path: string,
  source: FolderAt | null,
): LineStart[] {
  const match = matcher.match(path);
  if (match !== null) return [{ path, match, source }];
  if (source === null || !matcher.mayContainLines(path)) return [];
  // What the revision adds there by itself has an event of its own.
  const own = new Set(revision.e.flatMap(([kind, other]) => (kind === 'A' || kind === 'C' ? [other] : [])));
  const started: LineStart[] = [];
  const open = [{ path, tree: view.folder(revision.t, path), facts: facts.find(revision.f, path) }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [name, child] of childFolders(view, facts, at.tree, at.facts)) {
      const folder = at.path === '' ? name : `${at.path}/${name}`;
      const found = matcher.match(folder);
      if (found === null) {
        if (matcher.mayContainLines(folder)) open.push({ path: folder, ...child });
      } else if (!own.has(folder)) {
        const rest = path === '' ? `/${folder}` : folder.slice(path.length);
        const from = source.path === '' ? rest.slice(1) : `${source.path}${rest}`;
        started.push({ path: folder, match: found, source: { path: from, revision: source.revision } });
      }
    }
  }
  return started;
}

/** Folders in a folder, those without files among them. */
function childFolders(view: TreeView, facts: FactsStore, tree: number, own: number) {
  const children = new Map<string, { tree: number; facts: number }>();
  for (const { mode, name, number } of view.list(tree)) {
    if (mode === MODE_DIRECTORY) children.set(name, { tree: number, facts: -1 });
  }
  for (const { child, number } of own < 0 ? [] : facts.list(own)) {
    if (child !== null) children.set(child, { tree: children.get(child)?.tree ?? -1, facts: number });
  }
  return children;
}
