/** Makes a complete fetch visible in the staging repository: content packs, one commit a revision, the ref. */

import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { commitPayload } from '../../../git/commit-object.ts';
import { runGit } from '../../../git/git.ts';
import { commitDelta } from '../../../git/pack/commit-delta.ts';
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME, framed, hashFramed, OBJECT_COMMIT, OBJECT_OFS_DELTA, OBJECT_TREE } from '../../../git/pack/entry.ts';
import { GrowingPack } from '../../../git/pack/growing-pack.ts';
import { publishPack } from '../../../git/pack/index-pack.ts';
import { MAX_DEPTH, type ObjectStore } from '../../../git/pack/object-store.ts';
import type { Identity } from '../../../vocabulary/history.ts';
import { commitMessage } from '../revision-text.ts';
import { type FetchCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { JournalRevision } from './journal.ts';

/** Where staging keeps the raw history: one commit for each revision 1..N, in order, whole repository tree. */
export const REVISIONS_REF = 'refs/gantry/revisions';
/** Id of the tree without entries. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * Hands finished content packs to the staging repository, where Git checks every object. Safe to run again after a crash.
 * @param fetched folder of the fetch
 * @returns the checkpoint, with the packs that are published now
 */
export async function publishContent(
  fetched: string,
  content: ObjectStore,
  checkpoint: FetchCheckpoint,
  staging: string,
  signal: AbortSignal,
): Promise<FetchCheckpoint> {
  const publishedPacks = [...checkpoint.publishedPacks];
  const publishedAside = [...(checkpoint.publishedAside ?? [])];
  for (let k = publishedPacks.length; k < checkpoint.content.pack; k++) {
    const aside = content.asideFile(k);
    const [pack, apart] = await Promise.all([
      publishPack(content.packFile(k), staging, signal),
      existsSync(aside) ? publishPack(aside, staging, signal) : null,
    ]);
    publishedPacks.push(pack);
    if (apart !== null) publishedAside.push(apart);
  }
  const published = { ...checkpoint, publishedPacks, publishedAside };
  writeCheckpoint(fetched, published);
  return published;
}

/** Who a raw commit is by. */
export type People<Revision> = (revision: Revision) => { author: Identity; committer?: Identity };

/**
 * Writes one commit a revision; feed it the journal in order. Each names the one before, so none is there twice and nothing has to be
 * known of those that are written.
 */
export class RawCommits<Revision extends JournalRevision = JournalRevision> {
  readonly #folder: string;
  readonly #content: ObjectStore;
  readonly #people: People<Revision>;
  readonly #path: string;
  readonly #pack: GrowingPack;
  readonly #builder: DeltaBuilder | null;
  #isEmptyTreeThere = false;
  #parent: string | null = null;
  /** The commit before, where one may be made of it. */
  #last: { payload: Buffer; start: number; depth: number } | null = null;

  /**
   * @param content the store that the journal's tree numbers mean
   * @param asMapped whether mapping may make the same commits, and so the same pack, in which each is whole
   */
  constructor(fetched: string, content: ObjectStore, people: People<Revision>, asMapped: boolean) {
    this.#builder = asMapped ? null : new DeltaBuilder();
    this.#folder = join(fetched, 'revisions');
    this.#content = content;
    this.#people = people;
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder, { recursive: true });
    this.#path = join(this.#folder, 'revisions.pack');
    this.#pack = new GrowingPack(this.#path, 0, 0, 0);
  }

  add(revision: Revision): void {
    // When it is named, as mapping does: where that changes nothing, both make the same pack.
    if (revision.t < 0) this.#addEmptyTree();
    const payload = commitPayload({
      tree: revision.t < 0 ? EMPTY_TREE : this.#content.table.hex(revision.t),
      parents: this.#parent === null ? [] : [this.#parent],
      ...this.#people(revision),
      seconds: revision.d ?? 0,
      message: commitMessage(revision),
    });
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    this.#append(payload, this.#parent !== null);
    this.#parent = hashFramed(OBJECT_COMMIT, bytes).toString('hex');
  }

  #append(payload: Buffer, hasParent: boolean): void {
    const { length } = this.#pack;
    const base = this.#last !== null && this.#last.depth < MAX_DEPTH ? this.#last : null;
    const delta = base === null || this.#builder === null ? null : commitDelta(this.#builder, base.payload, payload);
    const entry =
      delta === null || base === null
        ? { type: OBJECT_COMMIT, distance: 0, payload }
        : { type: OBJECT_OFS_DELTA, distance: length - base.start, payload: delta };
    const start = this.#pack.append(entry);
    const depth = entry.distance === 0 ? 0 : (base?.depth ?? 0) + 1;
    if (hasParent) this.#last = { payload, start, depth };
  }

  /** Hands the commits to the staging repository. @returns their pack and the id of the last one, or null without revisions */
  async publish(staging: string, signal: AbortSignal): Promise<{ pack: string; tip: string | null }> {
    if (this.#pack.objects === 0) this.#addEmptyTree();
    this.#pack.finish();
    const pack = await publishPack(this.#path, staging, signal);
    return { pack, tip: this.#parent };
  }

  close(): void {
    this.#pack.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #addEmptyTree(): void {
    if (this.#isEmptyTreeThere) return;
    this.#isEmptyTreeThere = true;
    this.#pack.append({ type: OBJECT_TREE, distance: 0, payload: Buffer.alloc(0) });
  }
}

/** Of a history without revisions, or without commits: who reads packs need not know any of no objects. */
export function leaveNoPackEmpty(store: ObjectStore): void {
  if (store.table.count === 0) store.addFramed(OBJECT_TREE, framed(0));
}

/** Makes the raw history visible. Only after its packs are published. */
export async function moveRevisionsRef(staging: string, commit: string, signal: AbortSignal): Promise<void> {
  await runGit({
    args: ['--git-dir', staging, 'update-ref', REVISIONS_REF, commit],
    signal,
    failure: ({ stderrTail }) => Failure.of('import.raw_history_not_stored', {}, stderrTail),
  }).done;
}
