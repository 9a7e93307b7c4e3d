/** Everything of one fetch that is on disk, open for going on: object stores, journal, trees of each revision. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeText } from '../../../git/names/bytes.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import type { Layout, SourceAuthor } from '../../../vocabulary/history.ts';
import { FindingCollector } from '../../findings.ts';
import { LayoutDetector } from '../../folders/layout/layout-detector.ts';
import { TreeView } from '../../folders/mapping/tree-view.ts';
import { type FetchCheckpoint, type LargeBlob, readCheckpoint, writeCheckpoint } from '../../folders/raw/checkpoint.ts';
import { FactsStore } from '../../folders/raw/facts.ts';
import {
  noteEarlyDate,
  noteEmptyRevision,
  noteGuessedText,
  noteNoAuthor,
  noteNoDate,
  noteNul,
} from '../../folders/raw/findings.ts';
import { JOURNAL_NAME, Journal, type JournalRevision, journalEnd, readJournal } from '../../folders/raw/journal.ts';
import { authorKey, authorName, dateSeconds, defaultIdentity, isoSeconds } from '../../folders/revision-text.ts';
import { comparedRevisions } from '../same-history.ts';
import { TEXT_BYTES } from '../text-shares.ts';
import { Converter, type RevisionRoot } from './converter.ts';

const FACTS_CACHE = 8 << 20;

interface AuthorCount {
  count: number;
  first: number | null;
  last: number | null;
}

export class RawHistory {
  readonly folder: string;
  readonly store: ObjectStore;
  readonly converter: Converter;
  readonly findings: FindingCollector;
  readonly largeBlobs: LargeBlob[];
  /** What is known of some revisions that were fetched before, to see whether the source is still the same. */
  readonly known: JournalRevision[] = [];
  #largeNumbers: Set<number>;
  readonly #facts: FactsStore;
  readonly #journal: Journal;
  #trees = new Int32Array(1024).fill(-1);
  #factTrees = new Int32Array(1024).fill(-1);
  readonly #authors = new Map<string, AuthorCount>();
  readonly #changedAuthors = new Set<string>();
  #uuid: string | null;
  readonly #asked: string;
  readonly #layout: LayoutDetector;
  readonly #publishedPacks: string[];
  readonly #publishedAside: string[];
  readonly #publishedRevisions: number;
  readonly #revisionsPack: string | null;
  /** Last complete revision. */
  revision: number;
  #lastSeconds = 0;

  private constructor(folder: string, asked: string | null, textBytes: number, checkpoint: FetchCheckpoint | null) {
    this.folder = folder;
    this.#asked = asked ?? checkpoint?.asked ?? '';
    mkdirSync(folder, { recursive: true });
    this.store = ObjectStore.open(folder, 'content', textBytes, checkpoint?.content ?? null, { writesOver: true });
    const factsStore = ObjectStore.open(folder, 'facts', FACTS_CACHE, checkpoint?.facts ?? null);
    this.#facts = new FactsStore(factsStore);
    this.findings = new FindingCollector(checkpoint?.findings);
    this.largeBlobs = checkpoint?.largeBlobs ?? [];
    this.#largeNumbers = new Set(this.largeBlobs.map((blob) => blob.number));
    this.#uuid = checkpoint?.uuid ?? null;
    this.#publishedPacks = checkpoint?.publishedPacks ?? [];
    this.#publishedAside = checkpoint?.publishedAside ?? [];
    this.#publishedRevisions = checkpoint?.publishedRevisions ?? 0;
    this.#revisionsPack = checkpoint?.revisionsPack ?? null;
    this.#layout = new LayoutDetector({ view: new TreeView(this.store), facts: this.#facts }, this.#asked);
    this.revision = checkpoint?.revision ?? 0;
    const compared = comparedRevisions(this.revision);
    this.#journal = Journal.open(join(folder, JOURNAL_NAME), journalEnd(checkpoint), (line) => {
      if (compared.has(line.r)) this.known.push(line);
      this.#remember(line.r, { tree: line.t, facts: line.f });
      this.#countAuthor(line.a, line.d);
      this.#layout.add(line);
      if (line.d !== null) this.#lastSeconds = line.d;
    });
    this.converter = new Converter(
      this.store,
      this.#facts,
      this.findings,
      (r) => this.root(r),
      this.root(this.revision),
      this.#asked,
    );
  }

  /**
   * Opens the fetch in `folder` at its last checkpoint, or begins one.
   * @param asked folder of the repository that is imported, '' for the root; null for that of the fetch before
   * @param textBytes bytes of inflated objects kept in memory
   */
  static open(folder: string, asked: string | null, textBytes: number = TEXT_BYTES): RawHistory {
    return new RawHistory(folder, asked, textBytes, readCheckpoint(folder));
  }

  get uuid(): string | null {
    return this.#uuid;
  }

  set uuid(value: string) {
    this.#uuid = value;
  }

  root(revision: number): RevisionRoot {
    return { tree: this.#trees[revision] ?? -1, facts: this.#factTrees[revision] ?? -1 };
  }

  isLarge(blob: number): boolean {
    return this.#largeNumbers.has(blob);
  }

  addLarge(blob: LargeBlob): void {
    if (!this.#largeNumbers.has(blob.number)) {
      this.#largeNumbers.add(blob.number);
      this.largeBlobs.push(blob);
    }
  }

  /** Ends a revision: its trees are written and its line is in the journal. */
  endRevision(number: number, properties: ReadonlyMap<string, string>): void {
    const result = this.converter.end();
    const author = properties.get('svn:author') ?? null;
    const log = properties.get('svn:log') ?? null;
    const date = properties.get('svn:date') ?? null;
    let seconds = dateSeconds(date);
    if (seconds === null) {
      noteNoDate(this.findings, number);
      seconds = this.#lastSeconds;
    } else if (seconds < 0) {
      noteEarlyDate(this.findings, number, date ?? '');
      seconds = 0;
    }
    this.#lastSeconds = seconds;
    if (author === null || author === '') noteNoAuthor(this.findings, number);
    else if (decodeText(author).guessed) noteGuessedText(this.findings, 'the author', number);
    if (log !== null && decodeText(log).guessed) noteGuessedText(this.findings, 'the log message', number);
    if (log?.includes('\0')) noteNul(this.findings, number);
    if (!result.changed) noteEmptyRevision(this.findings, number);
    const line: JournalRevision = {
      r: number,
      a: author,
      d: seconds,
      l: log,
      t: result.tree,
      f: result.facts,
      e: result.events,
      c: result.touched,
    };
    this.#journal.append(line);
    this.#layout.add(line);
    this.#remember(number, result);
    this.#countAuthor(author, seconds);
    this.revision = number;
  }

  /** Makes everything up to the last complete revision durable. */
  checkpoint(): FetchCheckpoint {
    const content = this.store.checkpoint();
    const facts = this.#facts.store.checkpoint();
    const checkpoint: FetchCheckpoint = {
      version: 1,
      uuid: this.#uuid,
      asked: this.#asked,
      revision: this.revision,
      content,
      facts,
      ...this.#journal.checkpoint(),
      findings: this.findings.list(),
      largeBlobs: this.largeBlobs,
      publishedPacks: this.#publishedPacks,
      publishedAside: this.#publishedAside,
      publishedRevisions: this.#publishedRevisions,
      revisionsPack: this.#revisionsPack,
    };
    writeCheckpoint(this.folder, checkpoint);
    return checkpoint;
  }

  /** Ends the content pack, so that Git can check it. */
  seal(): void {
    if (this.store.objectsInPack > 0) this.store.seal();
    this.checkpoint();
  }

  /** The layout that the whole history suggests, up to the last checkpoint. */
  get layout(): Layout {
    return this.#layout.layout(() => this.journal());
  }

  /** What came, in order, up to the last checkpoint. */
  journal(): Generator<JournalRevision> {
    return readJournal(join(this.folder, JOURNAL_NAME), journalEnd(readCheckpoint(this.folder)));
  }

  /** Authors whose counts grew since the last call. */
  takeAuthors(): SourceAuthor[] {
    const authors: SourceAuthor[] = [];
    const uuid = this.#uuid ?? '';
    for (const name of this.#changedAuthors) {
      const { count, first, last } = this.#authors.get(name) as AuthorCount;
      authors.push({
        remote_id: authorKey(name, uuid),
        remote_name: name,
        ...defaultIdentity(name, uuid),
        commit_count: count,
        first_commit_at: first === null ? null : isoSeconds(first),
        last_commit_at: last === null ? null : isoSeconds(last),
      });
    }
    this.#changedAuthors.clear();
    return authors;
  }

  close(): void {
    this.store.close();
    this.#facts.store.close();
    this.#journal.close();
  }

  #remember(revision: number, root: RevisionRoot): void {
    if (revision >= this.#trees.length) {
      const size = Math.max(this.#trees.length * 2, revision + 1);
      const trees = new Int32Array(size).fill(-1);
      trees.set(this.#trees);
      this.#trees = trees;
      const facts = new Int32Array(size).fill(-1);
      facts.set(this.#factTrees);
      this.#factTrees = facts;
    }
    this.#trees[revision] = root.tree;
    this.#factTrees[revision] = root.facts;
  }

  #countAuthor(raw: string | null, seconds: number | null): void {
    const name = authorName(raw);
    const known = this.#authors.get(name);
    if (known === undefined) this.#authors.set(name, { count: 1, first: seconds, last: seconds });
    else {
      known.count += 1;
      if (seconds !== null) {
        known.first = known.first === null ? seconds : Math.min(known.first, seconds);
        known.last = known.last === null ? seconds : Math.max(known.last, seconds);
      }
    }
    this.#changedAuthors.add(name);
  }
}
