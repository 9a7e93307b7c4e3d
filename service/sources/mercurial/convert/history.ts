/** Takes a changegroup apart and puts Git objects together: blobs while files arrive, trees and commits afterwards. */
import { say } from '../../../../language/sentence.ts';
import { commitPayload } from '../../../git/commit-object.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { FRAME, framed, OBJECT_COMMIT, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { RevisionRow } from '../../../vocabulary/revision-row.ts';
import type { FindingCollector } from '../../findings.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import type { ChangegroupReceiver, Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { type LargefileStore, realPath } from '../largefiles.ts';
import { AlikeNames } from './alike-names.ts';
import type { AuthorTally } from './author-tally.ts';
import { type Changeset, identityOf, readChangeset } from './changeset.ts';
import { FileRevisions } from './file-revisions.ts';
import type { ManifestChanges } from './manifest-changes.ts';
import { ManifestTree } from './manifest-tree.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { RecordFile } from './record-file.ts';
import { PARENTS, requireProof } from './revision-text.ts';
import { isUsable } from './usable-path.ts';

/** Digits of the first changeset's id that stand for the repository in made-up addresses. */
const PLACE_DIGITS = 12;

/** Part of the commits after which Git starts to index them while the rest are written. */
const MOST = 0.75;

const MODES: Record<string, string> = { '': '100644', x: '100755', l: '120000' };

export interface HistoryProgress {
  /** `changesets` while the changelog and the manifest arrive, then `files`, then `commits`. */
  step: 'changesets' | 'files' | 'commits';
  done: number;
  total: number;
}

export class History implements ChangegroupReceiver {
  readonly files: FileRevisions;
  readonly #store: ObjectStore;
  readonly #findings: FindingCollector;
  readonly #authors: AuthorTally;
  readonly #nodes = new NodeTable();
  /** Texts of changesets. */
  readonly #records: RecordFile;
  /** Places of the parents of each, two numbers; -1 for none. */
  #parentPlaces = new Int32Array(1 << 12);
  readonly #alike = new AlikeNames();
  readonly #beforeFile: () => void;
  readonly #onMostCommits: () => void;
  readonly #onProgress: (progress: HistoryProgress) => Promise<void>;
  /** The last changeset's text: the usual base of the next one. */
  #lastText: Buffer = Buffer.alloc(0);
  #lastNode: Buffer = Buffer.alloc(NODE_BYTES);
  #expectedFiles = 0;
  #manifestCount = 0;

  constructor(options: {
    store: ObjectStore;
    findings: FindingCollector;
    authors: AuthorTally;
    /** Where contents of the largefiles extension lie. */
    largefiles: LargefileStore;
    /** Called when all revisions of the files before were written, and those of the next one were not. */
    beforeFile(): void;
    /** Called when three quarters of the commits were written. */
    onMostCommits(): void;
    onProgress(progress: HistoryProgress): Promise<void>;
    /** Path of a file for the changesets, which is there until `close`. */
    records: string;
  }) {
    this.#records = new RecordFile(options.records);
    this.#store = options.store;
    this.#findings = options.findings;
    this.#authors = options.authors;
    this.#beforeFile = options.beforeFile;
    this.#onMostCommits = options.onMostCommits;
    this.#onProgress = options.onProgress;
    this.files = new FileRevisions(options.store, options.findings, options.largefiles);
  }

  /** Changesets that came. */
  get count(): number {
    return this.#records.count;
  }

  close(): void {
    this.#records.close();
  }

  /** What stands for the repository in made-up addresses; '' before the first changeset. */
  get place(): string {
    return this.#nodes.count === 0 ? '' : this.#nodes.hex(0).slice(0, PLACE_DIGITS);
  }

  /** Hex id of the first changeset. */
  get uuid(): string | null {
    return this.#nodes.count === 0 ? null : this.#nodes.hex(0);
  }

  changeset(revision: Revision): void {
    // Without the null base a changelog delta could only refer to the entry before; servers send whole entries.
    const isWhole = isNull(revision.base);
    if (!isWhole && !revision.base.equals(this.#lastNode)) throw new BundleError(say('a changeset lacks its base'));
    const bytes = applyPatch(isWhole ? Buffer.alloc(0) : this.#lastText, revision.patch, PARENTS);
    requireProof(revision.node, revision.parents, bytes, 'a changeset');
    this.#lastText = bytes.subarray(PARENTS);
    this.#lastNode = Buffer.from(revision.node);
    const changeset = readChangeset(this.#lastText);
    const first = this.#parent(revision.parents.subarray(0, NODE_BYTES));
    const second = this.#parent(revision.parents.subarray(NODE_BYTES));
    const place = this.#nodes.add(revision.node, -1);
    if (place !== this.#records.count) throw new BundleError(say('it holds a changeset twice'));
    this.#records.add(this.#lastText);
    this.#keepParents(place, first, second);
    this.#expectedFiles += changeset.filesCount;
    this.#authors.count(changeset.user, identityOf(changeset.user, this.place), changeset.seconds);
    this.#note(changeset, revision.node.toString('hex'));
  }

  /** Manifests are checked in another thread (`check-manifests.ts`). */
  manifest(): void {
    this.#manifestCount += 1;
  }

  file(path: string): void {
    this.#beforeFile();
    if (path === '.hgsubstate') {
      this.#findings.add(
        'subrepository',
        'warning',
        say(
          'The source refers to other repositories (.hgsub). The references came as files; import those repositories on their own.',
        ),
        '.hgsubstate',
      );
    }
    this.#alike.add(realPath(path));
    this.files.begin(path);
  }

  fileRevision(revision: Revision): void {
    this.files.add(revision);
  }

  async breathe(): Promise<void> {
    const filesCame = this.files.count > 0;
    await this.#onProgress(
      filesCame
        ? { step: 'files', done: this.files.count, total: Math.max(this.#expectedFiles, this.files.count) }
        : { step: 'changesets', done: this.count, total: this.count },
    );
  }

  /**
   * Writes trees and commits, after everything arrived.
   * @throws BundleError when something that is named did not
   */
  async writeCommits(manifests: ManifestChanges): Promise<void> {
    if (manifests.count < this.#manifestCount) throw new BundleError(say('its manifests were not all checked'));
    const trees = this.#manifestTrees(manifests);
    const most = Math.ceil(this.count * MOST);
    for (let place = 0; place < this.count; place++) {
      const changeset = this.#changeset(place);
      const parents = this.#parents(place);
      const tree = changeset.manifest === '0'.repeat(40) ? -1 : trees.of(changeset.manifest);
      const author = identityOf(changeset.user, this.place);
      const payload = commitPayload({
        // A changeset without files.
        tree: this.#store.table.hex(tree < 0 ? this.#store.addFramed(OBJECT_TREE, framed(0)) : tree),
        parents: parents
          .filter((parent) => parent >= 0)
          .map((parent) => this.#store.table.hex(this.#nodes.value(parent))),
        author,
        seconds: changeset.seconds,
        zone: changeset.zone,
        message: changeset.message,
      });
      this.#nodes.set(place, this.#addCommit(payload, this.#nodes.hex(place)));
      if (place === most) this.#onMostCommits();
      if (place % 64 === 0) await this.#onProgress({ step: 'commits', done: place, total: this.count });
    }
    await this.#onProgress({ step: 'commits', done: this.count, total: this.count });
  }

  /** Git's id of a changeset; null for one that did not come. Only after `writeCommits`. */
  commitOf(node: string): string | null {
    const place = this.#nodes.find(Buffer.from(node, 'hex'));
    return place < 0 ? null : this.#store.table.hex(this.#nodes.value(place));
  }

  /** How many changesets these ones have behind them, themselves included. @param nodes 40 hex digits each */
  reachedFrom(nodes: readonly string[]): number {
    const reached = new Uint8Array(this.count);
    for (const node of nodes) {
      const place = this.#nodes.find(Buffer.from(node, 'hex'));
      if (place >= 0) reached[place] = 1;
    }
    let count = 0;
    // Parents come before their children.
    for (let place = this.count - 1; place >= 0; place--) {
      if (reached[place] === 0) continue;
      count += 1;
      for (const parent of this.#parents(place)) if (parent >= 0) reached[parent] = 1;
    }
    return count;
  }

  /** What each changeset became, as `hg log` names it: number and id. Only after `writeCommits`. */
  *made(): Generator<RevisionRow> {
    for (let place = 0; place < this.count; place++) {
      const changeset = this.#changeset(place);
      const { name, email } = identityOf(changeset.user, this.place);
      yield {
        revision: `${place}:${this.#nodes.hex(place)}`,
        path: changeset.branch,
        commit: this.#store.table.hex(this.#nodes.value(place)),
        author: `${name} <${email}>`,
        date: `${new Date(changeset.seconds * 1000).toISOString().slice(0, 19)}Z`,
      };
    }
  }

  #changeset(place: number): Changeset {
    return readChangeset(this.#records.read(place));
  }

  /** Places of the parents; -1 for none. */
  #parents(place: number): [number, number] {
    return [this.#parentPlaces[2 * place] as number, this.#parentPlaces[2 * place + 1] as number];
  }

  #keepParents(place: number, first: number, second: number): void {
    if (2 * place + 1 >= this.#parentPlaces.length) {
      const larger = new Int32Array(this.#parentPlaces.length * 2);
      larger.set(this.#parentPlaces);
      this.#parentPlaces = larger;
    }
    this.#parentPlaces[2 * place] = first;
    this.#parentPlaces[2 * place + 1] = second;
  }

  #parent(node: Buffer): number {
    if (isNull(node)) return -1;
    const place = this.#nodes.find(node);
    if (place < 0) throw new BundleError(say('a changeset lacks its parent'));
    return place;
  }

  /** Two changesets may differ only in what Git has no place for: the second one gets its id as a header. */
  #addCommit(payload: Buffer, node: string): number {
    const before = this.#store.table.count;
    const number = this.#store.addFramed(OBJECT_COMMIT, inFrame(payload));
    if (number >= before) return number;
    this.#findings.add(
      'twin_changeset',
      'info',
      say(
        'These changesets differ from another one only in what Git has no place for (such as the name of the branch). The commit carries the changeset’s id in a header of its own, so that both are there.',
      ),
      node,
    );
    const end = payload.indexOf('\n\n') + 1;
    return this.#store.addFramed(
      OBJECT_COMMIT,
      inFrame(Buffer.concat([payload.subarray(0, end), Buffer.from(`hg-changeset ${node}\n`), payload.subarray(end)])),
    );
  }

  /** Trees of manifests, made in the order in which commits ask for them. */
  #manifestTrees(manifests: ManifestChanges): { of(manifest: string): number } {
    const trees = new Int32Array(manifests.count).fill(-2);
    const tree = new ManifestTree(this.#store, -1);
    const treeOf = (number: number): number => {
      if (number < 0) return -1;
      // Bases first, without recursion: chains are long.
      const waiting: number[] = [];
      for (let at = number; at >= 0 && trees[at] === -2; at = manifests.base(at)) waiting.push(at);
      for (const each of waiting.reverse()) trees[each] = this.#apply(manifests, tree, each, trees);
      return trees[number] as number;
    };
    return {
      of: (manifest) => {
        const number = manifests.find(Buffer.from(manifest, 'hex'));
        if (number < 0) throw new BundleError(say('the manifest {node} did not come', { node: manifest }));
        return treeOf(number);
      },
    };
  }

  #apply(manifests: ManifestChanges, tree: ManifestTree, number: number, trees: Int32Array): number {
    const base = manifests.base(number);
    const { gone, come } = manifests.changes(number);
    tree.show(base < 0 ? -1 : (trees[base] as number));
    for (const path of gone.map(realPath)) if (isUsable(path)) tree.remove(path);
    for (const { path: named, node, flags } of come) {
      const path = realPath(named);
      if (!isUsable(path)) {
        this.#noteUnusable(path);
        continue;
      }
      const mode = MODES[flags];
      if (mode === undefined)
        throw new BundleError(
          say('{path} has the unknown flag "{flag}"', { path: showPath(path), flag: flags.slice(0, 8) }),
        );
      const blob = this.files.blobOf(Buffer.from(node, 'hex'));
      if (blob < 0) throw new BundleError(say('a revision of {path} did not come', { path: showPath(path) }));
      tree.set(path, mode, blob);
    }
    // All of them lie there now.
    for (const { path } of come) if (isUsable(realPath(path))) this.#alike.note(realPath(path), tree, this.#findings);
    return tree.write();
  }

  #note(changeset: Changeset, node: string): void {
    if (changeset.topic !== null && changeset.topic !== '') {
      this.#findings.add(
        'topic',
        'info',
        say(
          'These changesets stand in a topic, which Git has no place for. They came in their branch; a topic that is a head of its own is a branch named after that and the changeset.',
        ),
        `${changeset.topic}: ${node.slice(0, 12)}`,
      );
    }
    if (changeset.early) {
      this.#findings.add(
        'early_date',
        'info',
        say('These changesets are dated before 1970, which Git cannot say. They are dated 1970-01-01.'),
        node,
      );
    }
    if (changeset.guessed) {
      this.#findings.add(
        'guessed_encoding',
        'info',
        say('The author or the message of these changesets is not UTF-8. It was read as Windows-1252.'),
        node,
      );
    }
  }

  #noteUnusable(path: string): void {
    this.#findings.add(
      'dot_git_name',
      'warning',
      say('These paths have a name that Git refuses, such as ".git". The files were left out.'),
      showPath(path),
    );
  }
}

function inFrame(payload: Buffer): Buffer {
  const bytes = framed(payload.length);
  payload.copy(bytes, FRAME);
  return bytes;
}
