/** Which commit a revision of the source is, as the list of revisions has it. */
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import type { Reference } from './references.ts';

/** What C followed by these numbers usually is: a year of the language's standard. */
const STANDARDS = new Set(['89', '90', '95', '99', '11', '17', '18', '23']);

export type Resolved = { commit: string } | 'ambiguous' | 'unknown' | 'no reference';

export class KnownIds {
  /** Null for a number that several commits have. */
  readonly #numbers = new Map<string, string | null>();
  /** Ids of the source, sorted, with their commits. */
  #ids: [string, string][] = [];
  /** Number of the revision that a commit came from. */
  readonly #order = new Map<string, number>();
  readonly #isC: boolean;

  private constructor(isC: boolean) {
    this.#isC = isC;
  }

  /** @param isCommit whether an id is that of a commit; tags are no commits */
  static async read(
    rows: AsyncIterable<RevisionRow> | Iterable<RevisionRow>,
    isCommit: (id: string) => boolean,
  ): Promise<KnownIds> {
    let known: KnownIds | null = null;
    for await (const { revision, commit } of rows) {
      known ??= new KnownIds(revision.startsWith('C'));
      if (isCommit(commit)) known.#add(revision, commit);
    }
    known ??= new KnownIds(false);
    known.#ids.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return known;
  }

  #add(revision: string, commit: string): void {
    const [, letter = '', number, id] = /^([rC]?)(\d{1,15})?(?::?([\da-f]{40}))?$/.exec(splitId(revision)) ?? [];
    if (id !== undefined) this.#ids.push([id, commit]);
    if (number === undefined) return;
    if (!this.#order.has(commit)) this.#order.set(commit, Number(number));
    if (letter === '') return;
    const before = this.#numbers.get(number);
    this.#numbers.set(number, before === undefined || before === commit ? commit : null);
  }

  /** The source's own order; undefined for a commit that is in no list. */
  orderOf(commit: string): number | undefined {
    return this.#order.get(commit);
  }

  resolve({ kind, value, isNamed }: Reference): Resolved {
    if (kind === 'number') {
      const commit = this.#numbers.get(value);
      if (commit === undefined) return 'unknown';
      return commit === null || (this.#isC && !isNamed && STANDARDS.has(value)) ? 'ambiguous' : { commit };
    }
    const at = this.#firstFrom(value);
    const [id, commit] = this.#ids[at] ?? [];
    if (id === undefined || commit === undefined || !id.startsWith(value)) return isNamed ? 'unknown' : 'no reference';
    // One changeset may be listed twice; another one of the same beginning is another.
    for (let next = at + 1; this.#ids[next]?.[0].startsWith(value) === true; next += 1) {
      if (this.#ids[next]?.[1] !== commit) return 'ambiguous';
    }
    return { commit };
  }

  /** Where the first id lies that is not before `text`. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[middle]?.[0] ?? '') < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Ids of 40 digits alone would be read as numbers where they have no letters. */
function splitId(revision: string): string {
  return /^[\da-f]{40}$/.test(revision) ? `:${revision}` : revision;
}
