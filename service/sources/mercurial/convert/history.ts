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
import { isNamedAsStandIn, type LargefileStore, type RealPath } from '../largefiles.ts';
import type { LfsStore } from '../lfs-store.ts';
import { AlikeNames } from './alike-names.ts';
import type { AuthorTally } from './author-tally.ts';
import { type Changeset, identityOf, readChangeset } from './changeset.ts';
import { ChangesetLog, NONE } from './changeset-log.ts';
import { ContentsBeside } from './contents-beside.ts';
import { FileRevisions } from './file-revisions.ts';
import type { ManifestChanges } from './manifest-changes.ts';
import { ManifestTree } from './manifest-tree.ts';
import { isNull, NODE_BYTES } from './node-table.ts';
import { PARENTS, requireProof } from './revision-text.ts';
import { isUsable, mayBeUnusable } from './usable-path.ts';

/** Digits of the first changeset's id that stand for the repository in made-up addresses. */
const PLACE_DIGITS = 12;

/** Part of the commits after which Git starts to index them while the rest are written. */
const MOST = 0.75;

const NO_MANIFEST = '0'.repeat(2 * NODE_BYTES);

const MODES: Record<string, string> = { '': '100644', x: '100755', l: '120000' };

export interface HistoryProgress {
  /** `changesets` while the changelog and the manifest arrive, then `files`, then `commits`. */
  step: 'changesets' | 'files' | 'commits';
  done: number;
  total: number;
}

const STAND_INS = say(
  'These files lie where Mercurial’s largefiles extension keeps its stand-ins, but the source does not use the extension. They came as they are; large files that they may once have stood for are not in the source.',
);

export class History implements ChangegroupReceiver {
  readonly files: FileRevisions;
  readonly beside: ContentsBeside;
  readonly #store: ObjectStore;
  readonly #findings: FindingCollector;
  readonly #authors: AuthorTally;
  readonly #changesets: ChangesetLog;
  /** Number of each changeset's commit. Only after `writeCommits`. */
  #commits = new Int32Array(0);
  readonly #alike = new AlikeNames();
  readonly #beforeFile: () => void;
  readonly #onMostCommits: () => void;
  readonly #realPath: RealPath;
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
    /** Where those of the lfs extension lie. */
    lfs: LfsStore;
    /** Called when all revisions of the files before were written, and those of the next one were not. */
    beforeFile(): void;
    /** Called when three quarters of the commits were written. */
    onMostCommits(): void;
    onProgress(progress: HistoryProgress): Promise<void>;
    /** Path of a file for what they say, which is there until `close`. */
    changesets: string;
  }) {
    this.#changesets = new ChangesetLog(options.changesets);
    this.#store = options.store;
    this.#findings = options.findings;
    this.#authors = options.authors;
    this.#beforeFile = options.beforeFile;
    this.#onMostCommits = options.onMostCommits;
    this.#onProgress = options.onProgress;
    this.#realPath = options.largefiles.realPath;
    this.beside = new ContentsBeside(options.store, options.findings, options);
    this.files = new FileRevisions(options.store, options.findings, this.beside);
  }

  /** Changesets that came. */
  get count(): number {
    return this.#changesets.count;
  }

  close(): void {
    this.#changesets.close();
  }

  /** What stands for the repository in made-up addresses; '' before the first changeset. */
  get place(): string {
    return (this.uuid ?? '').slice(0, PLACE_DIGITS);
  }

  /** Hex id of the first changeset. */
  get uuid(): string | null {
    return this.#changesets.first;
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
    this.#changesets.add(revision.node, revision.parents, this.#lastText);
    this.#expectedFiles += changeset.filesCount;
    this.#authors.count(changeset.user, identityOf(changeset.user, this.place), changeset.seconds);
    this.#note(changeset, revision.node.toString('hex'));
  }

  /** Manifests are checked in another thread (`check-manifests.ts`). */
  manifest(): void {
    this.#manifestCount += 1;
  }

  file(path: string): void {
    this.#changesets.allCame();
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
    if (isNamedAsStandIn(path) && this.#realPath(path) === path)
      this.#findings.add('stand_ins', 'warning', STAND_INS, showPath(path));
    this.#alike.add(this.#realPath(path));
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
    this.#commits = new Int32Array(this.count);
    // Numbers of manifests.
    const shown = new Int32Array(this.count);
    for (let place = 0; place < this.count; place++) {
      const changeset = this.#changesets.changeset(place);
      const parents = this.#changesets.parents(place).filter((parent) => parent !== NONE);
      const manifest = manifestOf(
        changeset,
        manifests,
        parents.map((parent) => shown[parent] as number),
      );
      shown[place] = manifest;
      const tree = trees.of(manifest);
      const author = identityOf(changeset.user, this.place);
      const payload = commitPayload({
        // A changeset without files.
        tree: this.#store.table.hex(tree < 0 ? this.#store.addFramed(OBJECT_TREE, framed(0)) : tree),
        parents: parents.map((parent) => this.#commit(parent)),
        author,
        seconds: changeset.seconds,
        zone: changeset.zone,
        message: changeset.message,
      });
      this.#commits[place] = this.#addCommit(payload, this.#changesets.node(place));
      if (place === most) this.#onMostCommits();
      if (place % 64 === 0) await this.#onProgress({ step: 'commits', done: place, total: this.count });
    }
    await this.#onProgress({ step: 'commits', done: this.count, total: this.count });
  }

  /**
   * Git's ids of changesets. Only after `writeCommits`.
   * @param nodes 40 hex digits each
   * @returns those of the ones that came, and how many changesets these have behind them, themselves included
   */
  commitsOf(nodes: readonly string[]): { commits: Map<string, string>; reached: number } {
    const places = this.#changesets.placesOf(nodes);
    return {
      commits: new Map([...places].map(([node, place]) => [node, this.#commit(place)])),
      reached: this.#changesets.reachedFrom(places.values()),
    };
  }

  /** What each changeset became, as `hg log` names it: number and id. Only after `writeCommits`. */
  *made(): Generator<RevisionRow> {
    for (let place = 0; place < this.count; place++) {
      const changeset = this.#changesets.changeset(place);
      const { name, email } = identityOf(changeset.user, this.place);
      yield {
        revision: `${place}:${this.#changesets.node(place)}`,
        path: changeset.branch,
        commit: this.#commit(place),
        author: `${name} <${email}>`,
        date: `${new Date(changeset.seconds * 1000).toISOString().slice(0, 19)}Z`,
      };
    }
  }

  #commit(place: number): string {
    return this.#store.table.hex(this.#commits[place] as number);
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

  /** Trees of manifests by their numbers, made in the order in which commits ask for them; -1 for that of the empty one. */
  #manifestTrees(manifests: ManifestChanges): { of(number: number): number } {
    const trees = new Int32Array(manifests.count).fill(-2);
    const tree = new ManifestTree(this.#store, -1);
    return {
      of: (number) => {
        if (number < 0) return -1;
        // Bases first, without recursion: chains are long.
        const waiting: number[] = [];
        for (let at = number; at >= 0 && trees[at] === -2; at = manifests.base(at)) waiting.push(at);
        for (const each of waiting.reverse()) trees[each] = this.#apply(manifests, tree, each, trees);
        return trees[number] as number;
      },
    };
  }

  #apply(manifests: ManifestChanges, tree: ManifestTree, number: number, trees: Int32Array): number {
    const base = manifests.base(number);
    const { gone, come } = manifests.changes(number);
    tree.show(base < 0 ? -1 : (trees[base] as number));
    for (const path of gone.map(this.#realPath))
      if (isUsable(path) && (!mayBeUnusable(path) || tree.has(path))) tree.remove(path);
    for (const { path: named, node, flags } of come) {
      const path = this.#realPath(named);
      if (!isUsable(path, flags === 'l')) {
        // A file that lay there before is a link now.
        if (mayBeUnusable(path) && tree.has(path)) tree.remove(path);
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
    for (const path of come.map((file) => this.#realPath(file.path)))
      if (isUsable(path)) this.#alike.note(path, tree, this.#findings);
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

/** @param atHand numbers of manifests that it may have; -1 is that of the empty one @throws BundleError for one that did not come */
function manifestOf(changeset: Changeset, manifests: ManifestChanges, atHand: readonly number[]): number {
  if (changeset.manifest === NO_MANIFEST) return NONE;
  const number = manifests.find(Buffer.from(changeset.manifest, 'hex'), atHand);
  if (number < 0) throw new BundleError(say('the manifest {node} did not come', { node: changeset.manifest }));
  return number;
}

function inFrame(payload: Buffer): Buffer {
  const bytes = framed(payload.length);
  payload.copy(bytes, FRAME);
  return bytes;
}
