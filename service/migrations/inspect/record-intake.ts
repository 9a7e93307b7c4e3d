/** Puts the records of an archive's files into its index, as they come and in whatever order. */
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { BASES, modelOf, REVIEW_COMMENTS } from '../records/models.ts';
import { type ArchiveRecord, InvalidRecord } from '../records/record-rows.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import { type AddressShape, inPlainShape } from './address-shapes.ts';
import { type ArchiveRoot, OtherRoot, rootOf, rootOfRepositories } from './archive-root.ts';
import { addProblem, setFact } from './index-tables.ts';
import { fieldsOfLargeNumbers } from './large-numbers.ts';
import { largeNumbers, ofNoRepository } from './problem-sentences.ts';

/** Files of the derived name are stored under numbers from here on, so that the real ones can take their place. */
const DERIVED = 500_000;
const MILLION = 1_000_000;

export class RecordIntake {
  readonly #index: RecordsDatabase;
  readonly #counts = new Map<string, number>();
  readonly #files = new Map<string, Set<number>>();
  #root: string | null = null;
  #shape: AddressShape = 'plain';
  /** Whether repositories had their say about the root. */
  #isRootSure: boolean;
  #reviewComments: 'none' | 'derived' | 'real' = 'none';
  /** Numbers that cannot be kept as they are, and where the first one stands. */
  #largeNumbers: { count: number; field: string; subject: string } | null = null;
  /** Records of repositories that name none, by kind. */
  readonly #unplaced = new Map<string, { count: number; example: string }>();

  /** @param root what the archive's addresses begin with; null where nobody knows yet */
  constructor(index: RecordsDatabase, root: ArchiveRoot | null) {
    this.#index = index;
    this.#isRootSure = root !== null;
    if (root !== null) this.#begin(root);
  }

  get counts(): { model: string; count: number }[] {
    return [...this.#counts].map(([model, count]) => ({ model, count }));
  }

  /**
   * Stores the records of one file.
   * @param number of the file, from 1
   * @returns false when the format knows no records of this name
   * @throws Failure (a sentence) for a record without an id or with one that is taken
   * @throws OtherRoot when what was stored so far was read with a wrong root
   */
  file(plural: string, number: number, records: readonly ArchiveRecord[]): boolean {
    if (plural === BASES) return true;
    const model = modelOf(plural);
    if (model === undefined) return false;
    if (model.plural === 'repositories') this.#heed(records);
    let place = number;
    if (plural === REVIEW_COMMENTS.named) {
      if (this.#reviewComments === 'real') return true;
      this.#reviewComments = 'derived';
      place += DERIVED;
    } else if (plural === REVIEW_COMMENTS.stored) {
      if (this.#reviewComments === 'derived') this.#forgetDerived();
      this.#reviewComments = 'real';
    }
    const numbers = this.#files.get(model.plural) ?? new Set();
    this.#files.set(model.plural, numbers.add(number));
    records.forEach((record, at) => {
      this.#insert(model.plural, record, place, at);
    });
    this.#counts.set(model.plural, (this.#counts.get(model.plural) ?? 0) + records.length);
    return true;
  }

  /** Repositories say what the root is: with another one none of them would be found, and nothing be restored. */
  #heed(repositories: readonly ArchiveRecord[]): void {
    if (this.#isRootSure) return;
    const root = rootOfRepositories(repositories);
    if (root === null) return;
    if (this.#root !== null && (root.root !== this.#root || root.shape !== this.#shape)) throw new OtherRoot(root);
    this.#isRootSure = true;
    this.#begin(root);
  }

  #begin({ root, shape }: ArchiveRoot): void {
    this.#root = root;
    this.#shape = shape;
    setFact(this.#index, 'root', root);
  }

  #forgetDerived(): void {
    const { stored } = REVIEW_COMMENTS;
    this.#index.sql(`DELETE FROM ${stored} WHERE archive_position >= @from`).run({ from: DERIVED * MILLION });
    this.#counts.delete(stored);
    this.#files.delete(stored);
  }

  #insert(plural: string, given: ArchiveRecord, file: number, place: number): void {
    if (this.#root === null) {
      const told = rootOf(plural, given);
      if (told !== null) this.#begin({ root: told, shape: 'plain' });
    }
    const root = this.#root ?? '';
    try {
      const record = inPlainShape(given, root, this.#shape);
      const { secrets, placed } = this.#index.insert(plural, record, { root, file, place });
      const url = String(record.url);
      const subject = root !== '' && url.startsWith(`${root}/`) ? url.slice(root.length) : url;
      for (const host of secrets) {
        addProblem(this.#index, {
          kind: 'secret',
          severity: 'warning',
          subject,
          text: say(
            'A webhook of {name} ({host}) carries a secret in its address or settings. The secret is neither kept nor restored; whoever has the archive has it.',
            { name: subject.slice(1), host },
          ),
        });
      }
      if (!placed) this.#notPlaced(plural, subject);
      this.#noteLargeNumbers(record, subject);
      this.#forSearch(plural, record, subject, root);
    } catch (error) {
      if (error instanceof InvalidRecord) throw Failure.of('archive.invalid_record', { problem: error.said });
      // The stack overflows.
      if (error instanceof RangeError) throw Failure.of('archive.record_too_deep', { models: plural });
      throw error;
    }
  }

  #notPlaced(plural: string, example: string): void {
    const known = this.#unplaced.get(plural);
    if (known === undefined) this.#unplaced.set(plural, { count: 1, example });
    else known.count += 1;
  }

  #noteLargeNumbers(record: ArchiveRecord, subject: string): void {
    for (const field of fieldsOfLargeNumbers(record)) {
      if (this.#largeNumbers === null) this.#largeNumbers = { count: 1, field, subject };
      else this.#largeNumbers.count += 1;
    }
  }

  #forSearch(plural: string, record: ArchiveRecord, subject: string, root: string): void {
    const pull = plural === 'pull_requests';
    if (pull || plural === 'issues') {
      const number = Number(/(\d{1,15})$/.exec(subject)?.[1] ?? 0);
      const repository = /^\/([^/#?]+\/[^/#?]+)\//.exec(subject)?.[1] ?? '';
      const state = pull && isText(record.merged_at) ? 'merged' : isText(record.closed_at) ? 'closed' : 'open';
      this.#index
        .sql(
          `INSERT OR REPLACE INTO archive_threads (address, kind, repository, number, state, created_at)
           VALUES (@subject, @kind, @repository, @number, @state, @created_at)`,
        )
        .run({
          subject,
          kind: pull ? 'pull_request' : 'issue',
          repository,
          number,
          state,
          created_at: utcOf(record.created_at),
        });
      this.#text(subject, `${isText(record.title) ? record.title : ''}\n${isText(record.body) ? record.body : ''}`);
      return;
    }
    if (!isText(record.body)) return;
    const thread = record.issue ?? record.pull_request;
    if (!isText(thread)) return;
    this.#text(thread.startsWith(`${root}/`) ? thread.slice(root.length) : thread, record.body);
  }

  #text(thread: string, text: string): void {
    const { lastInsertRowid } = this.#index.sql('INSERT INTO archive_texts (thread) VALUES (@thread)').run({ thread });
    this.#index
      .sql('INSERT INTO archive_search (rowid, text) VALUES (@id, @text)')
      .run({ id: Number(lastInsertRowid), text });
  }

  /** After the last file: what only the whole shows. */
  finish(): void {
    for (const [plural, { count, example }] of this.#unplaced) {
      addProblem(this.#index, {
        kind: 'dangling_address',
        severity: 'warning',
        subject: example,
        text: ofNoRepository({ count, kind: plural, example }),
        atEnd: 'told',
      });
    }
    if (this.#largeNumbers !== null) {
      const { count, field, subject } = this.#largeNumbers;
      const text = largeNumbers(count, { field, subject });
      addProblem(this.#index, { kind: 'other', severity: 'warning', subject, text, atEnd: 'lacks' });
    }
    for (const [plural, numbers] of this.#files) {
      let last = 0;
      for (const number of numbers) last = Math.max(last, number);
      if (last === numbers.size) continue;
      addProblem(this.#index, {
        kind: 'missing_file',
        severity: 'error',
        subject: `${plural}_${String(last).padStart(6, '0')}.json`,
        text: say(
          'Files of {kind} are numbered up to {last}, but there are only {count} of them. Records are missing from the archive.',
          { kind: plural, last, count: numbers.size },
        ),
        atEnd: 'lacks',
      });
    }
  }
}

/** In one form for all zones: as text they stand in the order of time. Null for what is no moment. */
function utcOf(value: unknown): string | null {
  const moment = new Date(isText(value) ? value : Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
