/** Everything of one fetch that is on disk, open for going on: object stores, journal, known contents. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { showPath } from '../../../git/names/bytes.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import type { SourceAuthor } from '../../../vocabulary/history.ts';
import { FindingCollector } from '../../findings.ts';
import type { LargeBlob } from '../../folders/raw/checkpoint.ts';
import { FactsStore } from '../../folders/raw/facts.ts';
import { JOURNAL_NAME, Journal, journalEnd } from '../../folders/raw/journal.ts';
import { treePath } from '../paths.ts';
import { personKey } from '../people.ts';
import { applyPlan, DeletedFolders } from './apply.ts';
import { AuthorTally } from './author-tally.ts';
import { readTfvcCheckpoint, type TfvcCheckpoint, writeTfvcCheckpoint } from './checkpoint.ts';
import { notePlan } from './findings.ts';
import { authorOf, committerOf, type JournalChangeset, type MergedFile } from './journal-line.ts';
import { KnownContents } from './known-contents.ts';
import { PastTrees } from './past-trees.ts';
import type { Plan } from './plan.ts';
import { ProjectTree, type TreeRoot } from './tree.ts';

/** Bytes of inflated objects kept. */
const CONTENT_CACHE = 12 << 20;
const FACTS_CACHE = 8 << 20;
const CONTENTS_NAME = 'contents';

export class RawHistory {
  readonly folder: string;
  readonly store: ObjectStore;
  readonly known: KnownContents;
  readonly findings: FindingCollector;
  readonly largeBlobs: LargeBlob[];
  readonly #large: Set<number>;
  /** What lay where after each changeset. */
  readonly past: PastTrees;
  readonly #facts: FactsStore;
  readonly #journal: Journal<JournalChangeset>;
  readonly #tree: ProjectTree;
  readonly #authors = new AuthorTally();
  readonly #deleted = new DeletedFolders();
  readonly #before: TfvcCheckpoint | null;
  readonly #project: string;
  readonly #uuid: string;
  /** Number of the last complete changeset; 0 before the first. */
  changeset: number;
  /** Complete changesets. */
  count: number;
  #lastSeconds = 0;
  /** The last one that an earlier fetch made durable; null before the first. */
  readonly fetchedBefore: JournalChangeset | null;

  private constructor(folder: string, project: string, uuid: string, checkpoint: TfvcCheckpoint | null) {
    this.folder = folder;
    this.#project = project;
    this.#uuid = uuid;
    this.#before = checkpoint;
    mkdirSync(folder, { recursive: true });
    this.store = ObjectStore.open(folder, 'content', CONTENT_CACHE, checkpoint?.content ?? null);
    this.past = new PastTrees(this.store);
    this.#facts = new FactsStore(ObjectStore.open(folder, 'facts', FACTS_CACHE, checkpoint?.facts ?? null));
    this.known = KnownContents.open(join(folder, CONTENTS_NAME), {
      length: checkpoint?.contents ?? 0,
      sum: checkpoint?.contentsSum,
    });
    this.findings = new FindingCollector(checkpoint?.findings);
    this.largeBlobs = checkpoint?.largeBlobs ?? [];
    this.#large = new Set(this.largeBlobs.map((blob) => blob.number));
    this.changeset = checkpoint?.revision ?? 0;
    this.count = checkpoint?.changesets ?? 0;
    let root: TreeRoot = { tree: -1, facts: -1 };
    let last: JournalChangeset | null = null;
    const path = join(folder, JOURNAL_NAME);
    this.#journal = Journal.open<JournalChangeset>(path, journalEnd(checkpoint), (line) => {
      root = { tree: line.t, facts: line.f };
      last = line;
      this.#remember(line);
    });
    this.fetchedBefore = last;
    this.#tree = new ProjectTree(this.store, this.#facts, root);
  }

  /** Opens the fetch in `folder` at its last checkpoint, or begins one. @param uuid the server's id of the project */
  static open(folder: string, project: string, uuid: string): RawHistory {
    return new RawHistory(folder, project, uuid, readTfvcCheckpoint(folder));
  }

  addLarge(blob: LargeBlob): void {
    if (this.#large.has(blob.number)) return;
    this.#large.add(blob.number);
    this.largeBlobs.push(blob);
  }

  /** Applies the next changeset: its trees are written and its line is in the journal. */
  append(plan: Plan): void {
    const { changeset } = plan;
    const { events, touched } = applyPlan(this.#tree, plan, this.#deleted);
    const root = this.#tree.write();
    notePlan(this.findings, plan);
    const merges = plan.merges.map(
      ([target, source, from, to]): MergedFile => [
        this.#tree.inStoredCase(target),
        this.#tree.inStoredCase(source),
        from,
        to,
      ],
    );
    const noted = plan.noted.flatMap((path) => this.#tree.folderAround(path) ?? []);
    const { author, committer } = changeset;
    const line: JournalChangeset = {
      r: changeset.id,
      a: treePath(personKey(author)),
      d: changeset.seconds ?? this.#lastSeconds,
      l: treePath(changeset.comment),
      t: root.tree,
      f: root.facts,
      e: events,
      c: [...new Set([...touched, ...noted])],
      p: [author.id, author.name],
      ...(committer === null ? {} : { k: [committer.id, committer.name] }),
      ...(merges.length === 0 ? {} : { m: merges }),
    };
    this.#journal.append(line);
    this.#remember(line);
    this.changeset = changeset.id;
    this.count += 1;
  }

  /** Makes everything up to the last complete changeset durable. */
  checkpoint(): TfvcCheckpoint {
    const checkpoint: TfvcCheckpoint = {
      version: 1,
      uuid: this.#uuid,
      project: this.#project,
      revision: this.changeset,
      changesets: this.count,
      content: this.store.checkpoint(),
      facts: this.#facts.store.checkpoint(),
      ...this.#journal.checkpoint(),
      ...this.known.checkpoint(),
      findings: this.findings.list(),
      largeBlobs: this.largeBlobs,
      publishedPacks: this.#before?.publishedPacks ?? [],
      publishedAside: this.#before?.publishedAside ?? [],
      publishedRevisions: this.#before?.publishedRevisions ?? 0,
      revisionsPack: this.#before?.revisionsPack ?? null,
    };
    writeTfvcCheckpoint(this.folder, checkpoint);
    return checkpoint;
  }

  /** Ends the content pack, so that Git can check it. */
  seal(): void {
    if (this.store.objectsInPack > 0) this.store.seal();
    this.checkpoint();
  }

  /** Authors whose counts grew since the last call. */
  takeAuthors(): SourceAuthor[] {
    return this.#authors.take(this.#uuid);
  }

  /** The name of a folder as the newest tree has it, or null when it is not there. */
  storedPath(relative: string): string | null {
    if (relative === '') return '';
    const found = this.#tree.find(treePath(relative));
    return found?.entry.child ? showPath(found.path) : null;
  }

  close(): void {
    this.store.close();
    this.#facts.store.close();
    this.#journal.close();
    this.known.close();
  }

  #remember(line: JournalChangeset): void {
    this.past.add(line);
    const seconds = line.d ?? 0;
    this.#lastSeconds = seconds;
    this.#authors.add(authorOf(line), seconds);
    const committer = committerOf(line);
    if (committer !== null) this.#authors.addCommitter(committer, seconds);
    for (const [kind, path] of line.e) if (kind === 'D') this.#deleted.note(path, line.r);
  }
}
