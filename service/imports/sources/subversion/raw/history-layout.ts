/** Collects, while a journal is read, what finding the layout needs. */

import type { ObjectStore } from '../../../../git/pack/object-store.ts';
import type { Layout } from '../../../source.ts';
import { pathBytes } from '../bytes.ts';
import { detectLayout, type FolderCopy } from '../layout.ts';
import { TreeView } from '../mapping/tree-view.ts';
import { type JournalRevision, readJournal } from './journal.ts';

const MAX_FOLDERS = 50_000;

/**
 * Reads a whole journal and finds the layout below `folder`.
 * @param folder folder that was asked for, '' for the whole repository
 */
export function layoutOfHistory(journal: string, length: number, store: ObjectStore, folder: string): Layout {
  const view = new TreeView(store);
  const prefix = folder === '' ? '' : `${pathBytes(folder)}/`;
  const folders = new Set<string>();
  const copies: FolderCopy[] = [];
  const see = (path: string) => {
    if (!path.startsWith(prefix) || folders.size > MAX_FOLDERS) return;
    const relative = path.slice(prefix.length);
    if (relative !== '' && relative.split('/').length <= 2) folders.add(relative);
  };
  const seeTree = (revision: JournalRevision, path: string) => {
    for (const entry of view.list(view.folder(revision.t, path))) {
      if (entry.mode === '40000') see(path === '' ? entry.name : `${path}/${entry.name}`);
    }
  };
  for (const revision of readJournal(journal, length)) {
    for (const event of revision.e) {
      if (event[0] === 'A' || event[0] === 'C') see(event[1]);
      if (event[0] !== 'C') continue;
      copies.push({ path: event[1], fromPath: event[2] });
      if (event[1].split('/').length <= prefix.split('/').length) seeTree(revision, event[1]);
    }
  }
  return detectLayout(folder, folders, copies);
}
