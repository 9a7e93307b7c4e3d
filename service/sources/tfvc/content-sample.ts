/** Contents of a server that names no checksums: some are fetched again and compared with what was published. */
import { createHash } from 'node:crypto';
import type { TfvcClient } from './api/client.ts';
import { ServerRefusal } from './api/failures.ts';

/** Contents that are fetched again for each branch, and for all of them. */
const MOST = 100;
const MOST_IN_ALL = 500;
/** Larger ones are not worth it, in bytes. */
const LARGEST = 8 << 20;

export interface PublishedContent {
  /** The server's path. */
  path: string;
  /** Git's id of it. */
  oid: string;
  /** Bytes. */
  size: number;
}

export class ContentSample {
  readonly #client: TfvcClient;
  readonly #changeset: number;
  /** Whether each blob that was looked at is the server's. */
  readonly #known: Map<string, boolean>;
  #left = MOST_IN_ALL;

  /**
   * @param changeset at which the server is asked
   * @param known of an earlier sample: what was the server's once is not fetched again
   */
  constructor(client: TfvcClient, changeset: number, known = new Map<string, boolean>()) {
    this.#known = known;
    this.#client = client;
    this.#changeset = changeset;
  }

  /** Looks at some of the files, spread over all. @returns those that differ, and how many were looked at */
  async compare(files: readonly PublishedContent[]): Promise<{ different: string[]; compared: number }> {
    const small = files.filter(({ size }) => size <= LARGEST);
    const step = Math.max(1, Math.ceil(small.length / MOST));
    const spread = small.filter((_, index) => index % step === 0);
    // What another branch has as well costs nothing.
    const chosen = spread.filter(({ oid }) => this.#known.has(oid) || this.#left-- > 0);
    const same = await Promise.all(chosen.map((file) => this.#isSame(file)));
    return { different: chosen.filter((_, index) => !same[index]).map(({ path }) => path), compared: chosen.length };
  }

  async #isSame(file: PublishedContent): Promise<boolean> {
    let same = this.#known.get(file.oid);
    if (same !== undefined) return same;
    same = (await this.#idOf(file)) === file.oid;
    if (same) this.#known.set(file.oid, same);
    return same;
  }

  /** Git's id of what the server has now; '' when it has nothing. */
  async #idOf({ path, size }: PublishedContent): Promise<string> {
    try {
      const sum = await this.#client.download(path, this.#changeset, () => {
        const hash = createHash('sha1').update(`blob ${size}\0`);
        return { write: (piece) => void hash.update(piece), digest: () => hash.digest('hex') };
      });
      return sum.digest();
    } catch (error) {
      if (error instanceof ServerRefusal && error.status === 404) return '';
      throw error;
    }
  }
}
