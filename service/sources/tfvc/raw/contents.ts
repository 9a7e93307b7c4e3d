/** Contents of files: by their MD5 when they are known, else downloaded, each once. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { FRAME, framed, OBJECT_BLOB } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { TfvcClient } from '../api/client.ts';
import { ServerRefusal } from '../api/failures.ts';
import { refusedWith } from '../api/refusals.ts';
import { Download, type Expected, freeBytes, WrongContent } from './download.ts';
import { HeldBytes } from './held-bytes.ts';
import type { KnownContents } from './known-contents.ts';

/** Tries of a content that comes whole but wrong, on top of those of the connection. */
const TRIES = 3;

export interface ContentsOptions {
  client: TfvcClient;
  store: ObjectStore;
  known: KnownContents;
  /** Folder for contents that do not fit memory. */
  folder: string;
  /** Told of a new content with its size in bytes. */
  onContent(blob: number, size: number, path: string): void;
}

export class Contents {
  readonly #options: ContentsOptions;
  /** Downloads under way, by MD5 in hex. */
  readonly #coming = new Map<string, Promise<number | null>>();
  readonly #memory = new HeldBytes();
  /** The last content that came. */
  #came: { path: string; version: number } | null = null;
  #files = 0;

  constructor(options: ContentsOptions) {
    this.#options = options;
  }

  /**
   * The blob with a file's content at a changeset.
   * @returns its number in the store; null when the server has the file but no longer its content, or fails at it alone
   */
  blob(path: string, version: number, expected: Expected): Promise<number | null> {
    const { md5 } = expected;
    if (md5 === null) return this.#fetch(path, version, expected);
    const known = this.#options.known.find(md5);
    if (known >= 0) return Promise.resolve(known);
    const key = md5.toString('hex');
    let coming = this.#coming.get(key);
    if (coming === undefined) {
      coming = this.#fetch(path, version, expected).finally(() => this.#coming.delete(key));
      this.#coming.set(key, coming);
    }
    return coming;
  }

  async #fetch(path: string, version: number, expected: Expected): Promise<number | null> {
    // Nothing has only one content.
    if (expected.size === 0 && (expected.md5 ?? EMPTY_MD5).equals(EMPTY_MD5))
      return this.#add({ md5: EMPTY_MD5, bytes: Buffer.alloc(0) }, 0, path);
    for (let tried = 1; ; tried++) {
      try {
        return await this.#fetchOnce(path, version, expected);
      } catch (error) {
        if (error instanceof ServerRefusal && error.status === 404) return null;
        if (refusedWith(error) === 500 && (await this.#othersCome())) return null;
        if (!(error instanceof WrongContent)) throw error;
        if (tried < TRIES) continue;
        throw Failure.of('tfvc.content_wrong', { path, version, tries: TRIES, what: error.said }, error.message);
      }
    }
  }

  /** Whether a content that came before still does: a server that lost one fails at it for ever, one in trouble at all. */
  async #othersCome(): Promise<boolean> {
    if (this.#came === null) return false;
    const { path, version } = this.#came;
    try {
      await this.#options.client.download(path, version, () => ({ write: () => undefined }));
      return true;
    } catch {
      return false;
    }
  }

  async #fetchOnce(path: string, version: number, expected: Expected): Promise<number> {
    const file = join(this.#options.folder, `download-${this.#files++}`);
    const refusal = (size: number) =>
      Failure.of('tfvc.content_without_end', { path, version, size: Math.round(size / 2 ** 20) });
    const room = { free: freeBytes, refusal };
    let last: Download | null = null;
    try {
      const download = await this.#options.client.download(path, version, () => {
        last?.discard();
        last = new Download(file, expected, this.#memory, room);
        return last;
      });
      const blob = this.#add(download.finish(), download.size, path);
      this.#came = { path, version };
      return blob;
    } finally {
      (last as Download | null)?.discard();
    }
  }

  #add(content: ReturnType<Download['finish']>, size: number, path: string): number {
    const { store, known, onContent } = this.#options;
    let blob: number;
    if ('bytes' in content) {
      const bytes = framed(content.bytes.length);
      content.bytes.copy(bytes, FRAME);
      blob = store.addFramed(OBJECT_BLOB, bytes);
    } else {
      blob = store.addBlobFile(content.path);
      rmSync(content.path, { force: true });
    }
    known.add(content.md5, blob);
    onContent(blob, size, path);
    return blob;
  }
}

const EMPTY_MD5 = Buffer.from('d41d8cd98f00b204e9800998ecf8427e', 'hex');
