/** Contents that a repository keeps beside its history: those of the extensions largefiles and lfs. They become blobs. */
import { createHash } from 'node:crypto';
import { type Said, say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { OBJECT_BLOB } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { LargeFile } from '../../../vocabulary/history.ts';
import type { FindingCollector } from '../../findings.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { Revision } from '../bundle/changegroup.ts';
import type { LargefileStore } from '../largefiles.ts';
import { gitPointer, type LfsStore, readPointer } from '../lfs-store.ts';

/** How many contents were named, and how many of them came. */
export interface BesideTally {
  came: number;
  missing: number;
}

const LARGEFILES = say(
  'Mercurial’s largefiles extension kept these files outside of the history. Their contents came as files, or as what was chosen for large files.',
);
const LARGEFILES_MISSING = say(
  'These revisions of files are kept by Mercurial’s largefiles extension, and their contents did not come: the files hold the SHA-1 of the content instead. Run "hg lfpull --rev all()" in the source, then restart the import.',
);
const LFS = say(
  'Mercurial’s lfs extension kept these files outside of the history. Their contents came as files, or as what was chosen for large files.',
);
const LFS_MISSING = say(
  'These revisions of files are kept by Mercurial’s lfs extension, and their contents did not come: the files hold pointers of Git LFS instead. Run "hg verify" in a clone of the source, which fetches them, and import that clone’s folder.',
);

export class ContentsBeside {
  readonly #store: ObjectStore;
  readonly #findings: FindingCollector;
  readonly #stores: { largefiles: LargefileStore; lfs: LfsStore };
  /** Whether contents came, by their sums. */
  readonly #largefiles = new Map<string, boolean>();
  readonly #lfs = new Map<string, boolean>();
  readonly large: LargeFile[] = [];

  constructor(store: ObjectStore, findings: FindingCollector, stores: { largefiles: LargefileStore; lfs: LfsStore }) {
    this.#store = store;
    this.#findings = findings;
    this.#stores = stores;
  }

  /** Contents of the largefiles extension; null without any. */
  get largefiles(): BesideTally | null {
    return tallyOf(this.#largefiles);
  }

  /** Contents of the lfs extension; null without any. */
  get lfs(): BesideTally | null {
    return tallyOf(this.#lfs);
  }

  isStandIn(hgPath: string): boolean {
    return this.#stores.largefiles.realPath(hgPath) !== hgPath;
  }

  /** @returns object number of the content that a stand-in names, or of the stand-in itself where that is nowhere */
  ofStandIn(hgPath: string, standIn: Buffer): number {
    const path = showPath(this.#stores.largefiles.realPath(hgPath));
    const key = standIn.toString('latin1').trim();
    const found = this.#stores.largefiles.find(standIn);
    const isNew = !this.#largefiles.has(key);
    this.#largefiles.set(key, found !== null);
    if (found !== null) return this.#came(found, isNew ? { path, text: LARGEFILES, kind: 'largefiles' } : null);
    this.#findings.add('largefiles_missing', 'warning', LARGEFILES_MISSING, `${path}: ${key}`);
    return this.#inItsPlace(standIn);
  }

  /**
   * @param text of the revision
   * @returns object number of the content that a pointer names, or of the pointer as Git LFS has it where the content is nowhere
   * @throws BundleError for what is no pointer, and for a content whose id is another one
   */
  ofPointer(hgPath: string, { node, parents }: Revision, text: Buffer): { number: number; isCopy: boolean } {
    const path = showPath(hgPath);
    const pointer = readPointer(text.toString('latin1'));
    if (pointer === null) throw new BundleError(say('a pointer of the lfs extension, of {path}, is damaged', { path }));
    const isCopy = pointer.note.some(([key]) => key === 'copy');
    const found = this.#stores.lfs.find(pointer, node, parents);
    if (found?.isProved === false) {
      throw new BundleError(say('a revision of {path} is damaged: its id does not fit its text', { path }));
    }
    const isNew = !this.#lfs.has(pointer.oid);
    this.#lfs.set(pointer.oid, found !== null);
    if (found !== null) return { number: this.#came(found, isNew ? { path, text: LFS, kind: 'lfs' } : null), isCopy };
    this.#findings.add('lfs_missing', 'warning', LFS_MISSING, `${path}: ${pointer.oid}`);
    return { number: this.#inItsPlace(gitPointer(pointer)), isCopy };
  }

  /** @param news what to say of a content that came for the first time; null of others */
  #came(file: { path: string; size: number }, news: { path: string; text: Said; kind: string } | null): number {
    const number = this.#store.addBlobFile(file.path);
    if (news !== null) {
      this.large.push({
        ref_name: '',
        path: news.path,
        oid: this.#store.table.hex(number),
        size: file.size,
      });
      this.#findings.add(news.kind, 'info', news.text, news.path);
    }
    return number;
  }

  #inItsPlace(text: Buffer): number {
    const oid = createHash('sha1').update(`blob ${text.length}\0`).update(text).digest();
    const known = this.#store.table.find(oid);
    return known >= 0 ? known : this.#store.addNew(OBJECT_BLOB, oid, Buffer.from(text));
  }
}

function tallyOf(contents: ReadonlyMap<string, boolean>): BesideTally | null {
  const came = [...contents.values()].filter(Boolean).length;
  return contents.size === 0 ? null : { came, missing: contents.size - came };
}
