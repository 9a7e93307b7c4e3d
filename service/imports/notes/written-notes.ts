/** Notes to commits, written while revisions come: of a million commits their texts alone would be hundreds of megabytes. */
import { OBJECT_BLOB } from '../../git/pack/entry.ts';
import type { ObjectStore } from '../../git/pack/object-store.ts';
import { addText } from '../../git/rewrite/add-text.ts';
import { OidMap } from '../../git/rewrite/oid-map.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import type { NoteBlobs } from './notes-tree.ts';

export interface EndedNotes extends NoteBlobs {
  /** When the youngest of the revisions was made, in seconds since 1970. */
  youngest: number;
}

export class WrittenNotes {
  readonly #store: ObjectStore;
  readonly #blobs = new OidMap();
  #youngest = 0;
  /** Whose revisions are coming. */
  #commit = '';
  #text = '';
  /** Texts of commits whose revisions do not all come one after the other. */
  readonly #again = new Map<string, string>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** How many commits have a note. */
  get count(): number {
    return this.#blobs.size;
  }

  /** Whether `addAgain` must be told of all revisions once more. */
  get isAgain(): boolean {
    return this.#again.size > 0;
  }

  /** Adds a text to the note of the revision's commit, an empty line between. */
  add({ commit, date }: Pick<RevisionRow, 'commit' | 'date'>, text: string): void {
    this.#youngest = Math.max(this.#youngest, Math.floor(Date.parse(date) / 1000) || 0);
    if (commit === this.#commit) {
      this.#text += `\n${text}`;
      return;
    }
    this.#write();
    if (this.#blobs.find(Buffer.from(commit, 'hex')) >= 0) {
      this.#again.set(commit, '');
      return;
    }
    this.#commit = commit;
    this.#text = text;
  }

  addAgain({ commit }: Pick<RevisionRow, 'commit'>, text: string): void {
    const before = this.#again.get(commit);
    if (before !== undefined) this.#again.set(commit, before === '' ? text : `${before}\n${text}`);
  }

  /** In the order of the commits' ids; nothing can be added any more. */
  end(): EndedNotes {
    this.#write();
    const blobs = this.#blobs;
    for (const [commit, text] of this.#again) this.#blob(text).copy(blobs.made(blobs.find(Buffer.from(commit, 'hex'))));
    const numbers = Uint32Array.from({ length: blobs.size }, (_, number) => number);
    numbers.sort((a, b) => blobs.oid(a).compare(blobs.oid(b)));
    return {
      count: numbers.length,
      youngest: this.#youngest,
      commitAt: (place) => blobs.oid(numbers[place] as number),
      blobAt: (place) => blobs.made(numbers[place] as number),
    };
  }

  #write(): void {
    if (this.#commit !== '') this.#blobs.set(Buffer.from(this.#commit, 'hex'), this.#blob(this.#text));
    this.#commit = '';
  }

  #blob(text: string): Buffer {
    return addText(this.#store, OBJECT_BLOB, Buffer.from(text, 'utf8').toString('latin1'));
  }
}
