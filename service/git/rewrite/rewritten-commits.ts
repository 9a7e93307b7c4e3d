import { OBJECT_COMMIT } from '../pack/entry.ts';
import { IdList } from '../pack/id-list.ts';
import type { ObjectStore } from '../pack/object-store.ts';
import { addText } from './add-text.ts';

const MOST_EXAMPLES = 100;

/** Commits as they are written, and which of them are one with another since: nothing tells them apart any more. */
export class RewrittenCommits {
  readonly #store: ObjectStore;
  readonly #isKept: ((id: Buffer) => boolean) | null;
  readonly #kept = new IdList();
  readonly #joined: string[] = [];
  readonly #examples: string[] = [];

  /** @param isKept knows commits that stay as they are, where `add` is not told of them all */
  constructor(store: ObjectStore, isKept: ((id: Buffer) => boolean) | null = null) {
    this.#store = store;
    this.#isKept = isKept;
  }

  /** Old ids of those that became another. */
  get joined(): readonly string[] {
    return this.#joined;
  }

  /** As a finding has them, `<old id> is <id of the other>`. */
  get told(): { count: number; examples: string[] } {
    return { count: this.#joined.length, examples: this.#examples };
  }

  /** @param text what the commit says now, as latin1; null where it stays as it is @returns its id now */
  add(id: string, text: string | null): Buffer {
    const { table } = this.#store;
    const before = table.count;
    const oid = Buffer.from(id, 'hex');
    const made = text === null ? oid : addText(this.#store, OBJECT_COMMIT, text);
    const isThere = text === null ? table.find(oid) >= 0 : table.count === before || this.#hasKept(made);
    if (text === null && this.#isKept === null) this.#kept.add(oid);
    if (isThere) {
      this.#joined.push(id);
      if (this.#examples.length < MOST_EXAMPLES)
        this.#examples.push(`${id.slice(0, 12)} is ${made.toString('hex', 0, 6)}`);
    }
    return made;
  }

  #hasKept(id: Buffer): boolean {
    return this.#isKept === null ? this.#kept.find(id) >= 0 : this.#isKept(id);
  }
}
