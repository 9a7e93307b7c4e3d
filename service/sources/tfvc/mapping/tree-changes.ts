/** Which files differ between two trees; only folders that differ are looked into. */
import type { TreeEntry, TreeView } from '../../folders/mapping/tree-view.ts';
import { MODE_DIRECTORY } from '../../folders/raw/directory.ts';

/** Paths of files that one tree has otherwise than the other, or not at all. @param before object number, -1 for an empty tree */
export function* changedFiles(view: TreeView, before: number, after: number, prefix = ''): Generator<string> {
  if (before === after) return;
  const old = new Map(view.list(before).map((entry) => [entry.name, entry]));
  for (const entry of view.list(after)) {
    const was = old.get(entry.name);
    old.delete(entry.name);
    if (was?.number === entry.number && was.mode === entry.mode) continue;
    yield* changedEntries(view, was, entry, `${prefix}${entry.name}`);
  }
  for (const was of old.values()) yield* changedEntries(view, was, undefined, `${prefix}${was.name}`);
}

function* changedEntries(
  view: TreeView,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  path: string,
): Generator<string> {
  const folder = (entry: TreeEntry | undefined) => (entry?.mode === MODE_DIRECTORY ? entry.number : -1);
  if (isFile(before) || isFile(after)) yield path;
  if (folder(before) >= 0 || folder(after) >= 0) yield* changedFiles(view, folder(before), folder(after), `${path}/`);
}

function isFile(entry: TreeEntry | undefined): boolean {
  return entry !== undefined && entry.mode !== MODE_DIRECTORY;
}
