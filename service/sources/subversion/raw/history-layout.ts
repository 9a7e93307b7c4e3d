/** Collects, while a journal is read, what finding the layout needs. */

import { pathBytes } from '../../../git/names/bytes.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import { detectLayout, type FolderCopy } from '../../folders/layout.ts';
import { TreeView } from '../../folders/mapping/tree-view.ts';
import type { JournalRevision } from '../../folders/raw/journal.ts';

const MAX_FOLDERS = 50_000;

/** Feed it the journal in order; it remembers the few folders and copies that say what the layout is. */
export class HistoryLayout {
  readonly #view: TreeView;
  readonly #folder: string;
  readonly #prefix: string;
  readonly #depth: number;
  readonly #folders = new Set<string>();
  readonly #copies: FolderCopy[] = [];

  /** @param folder folder that was asked for, '' for the whole repository */
  constructor(store: ObjectStore, folder: string) {
    this.#view = new TreeView(store);
    this.#folder = folder;
    this.#prefix = folder === '' ? '' : `${pathBytes(folder)}/`;
    this.#depth = this.#prefix.split('/').length;
  }

  add(revision: JournalRevision): void {
    for (const event of revision.e) {
      if (event[0] === 'A' || event[0] === 'C') this.#see(event[1]);
      if (event[0] !== 'C') continue;
      this.#copies.push({ path: event[1], fromPath: event[2] });
      // A copy brings sub-folders that no event names.
      if (event[1].split('/').length <= this.#depth) this.#seeInside(revision, event[1]);
    }
  }

  layout(): Layout {
    return detectLayout(this.#folder, this.#folders, this.#copies);
  }

  #see(path: string): void {
    if (!path.startsWith(this.#prefix) || this.#folders.size > MAX_FOLDERS) return;
    const relative = path.slice(this.#prefix.length);
    if (relative !== '' && relative.split('/').length <= 2) this.#folders.add(relative);
  }

  #seeInside(revision: JournalRevision, path: string): void {
    for (const entry of this.#view.list(this.#view.folder(revision.t, path))) {
      if (entry.mode === '40000') this.#see(path === '' ? entry.name : `${path}/${entry.name}`);
    }
  }
}
