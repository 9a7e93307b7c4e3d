/** Which commit a revision of the source is, as the list of revisions has it. */
import { ID_BYTES } from '../../git/pack/id-table.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import type { CommitParents } from '../rewritten/commit-parents.ts';
import type { Reference } from './references.ts';

/** What C followed by these numbers usually is: a year of the language's standard. */
const STANDARDS = new Set(['89', '90', '95', '99', '11', '17', '18', '23']);

/** A commit by its number. */
export type Resolved = { commit: number } | 'ambiguous' | 'unknown' | 'no reference';

/** An id of the source, and the number of its commit. */
const RECORD_BYTES = ID_BYTES + 4;
const SEVERAL = -1;

export class KnownIds {
  /** Commits by number of the revision; `SEVERAL` for a number that several commits have. */
  readonly #numbers = new Map<number, number>();
  /** Records. */
  #ids = Buffer.alloc(RECORD_BYTES * 1024);
  #count = 0;
  /** Their places, by ids. */
  #sorted = new Uint32Array();
  /** Number of the revision that each commit came from; NaN where it is not known. */
  readonly #order: Float64Array;
  readonly #isC: boolean;

  private constructor(commits: CommitParents, isC: boolean) {
    this.#order = new Float64Array(commits.count).fill(Number.NaN);
    this.#isC = isC;
  }

  /** @param commits what is in none of them is a tag */
  static async read(
    rows: AsyncIterable<RevisionRow> | Iterable<RevisionRow>,
    commits: CommitParents,
  ): Promise<KnownIds> {
    let known: KnownIds | null = null;
    for await (const { revision, commit } of rows) {
      known ??= new KnownIds(commits, revision.startsWith('C'));
      const number = commits.numberOf(commit);
      if (number >= 0) known.#add(revision, number);
    }
    known ??= new KnownIds(commits, false);
    known.#sort();
    return known;
  }

  #add(revision: string, commit: number): void {
    const [, letter = '', number, id] = /^([rC]?)(\d{1,15})?(?::?([\da-f]{40}))?$/.exec(splitId(revision)) ?? [];
    if (id !== undefined) this.#addId(id, commit);
    if (number === undefined) return;
    if (Number.isNaN(this.#order[commit])) this.#order[commit] = Number(number);
    if (letter === '') return;
    const before = this.#numbers.get(Number(number));
    this.#numbers.set(Number(number), before === undefined || before === commit ? commit : SEVERAL);
  }

  #addId(id: string, commit: number): void {
    const at = this.#count * RECORD_BYTES;
    if (at === this.#ids.length) this.#ids = Buffer.concat([this.#ids], this.#ids.length * 2);
    this.#ids.write(id, at, 'hex');
    this.#ids.writeUInt32LE(commit, at + ID_BYTES);
    this.#count += 1;
  }

  #sort(): void {
    const ids = this.#ids;
    this.#sorted = Uint32Array.from({ length: this.#count }, (_, place) => place).sort((a, b) => {
      const [one, other] = [a * RECORD_BYTES, b * RECORD_BYTES];
      return ids.compare(ids, other, other + ID_BYTES, one, one + ID_BYTES);
    });
  }

  /** The source's own order; undefined for a commit that is in no list. */
  orderOf(commit: number): number | undefined {
    const order = this.#order[commit];
    return order === undefined || Number.isNaN(order) ? undefined : order;
  }

  resolve({ kind, value, isNamed }: Reference): Resolved {
    if (kind === 'number') {
      const commit = String(Number(value)) === value ? this.#numbers.get(Number(value)) : undefined;
      if (commit === undefined) return 'unknown';
      return commit === SEVERAL || (this.#isC && !isNamed && STANDARDS.has(value)) ? 'ambiguous' : { commit };
    }
    const at = this.#firstFrom(value);
    if (!this.#idAt(at).startsWith(value)) return isNamed ? 'unknown' : 'no reference';
    const commit = this.#commitAt(at);
    // One changeset may be listed twice; another one of the same beginning is another.
    for (let next = at + 1; this.#idAt(next).startsWith(value); next += 1) {
      if (this.#commitAt(next) !== commit) return 'ambiguous';
    }
    return { commit };
  }

  /** '' behind the last. */
  #idAt(place: number): string {
    const record = this.#sorted[place];
    if (record === undefined) return '';
    return this.#ids.toString('hex', record * RECORD_BYTES, record * RECORD_BYTES + ID_BYTES);
  }

  #commitAt(place: number): number {
    return this.#ids.readUInt32LE((this.#sorted[place] as number) * RECORD_BYTES + ID_BYTES);
  }

  /** Where the first id lies that is not before `text`. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#idAt(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Ids of 40 digits alone would be read as numbers where they have no letters. */
function splitId(revision: string): string {
  return /^[\da-f]{40}$/.test(revision) ? `:${revision}` : revision;
}
