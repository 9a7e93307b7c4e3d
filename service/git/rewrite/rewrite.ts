/** Rewrites identities in all commits and annotated tags that a set of refs reaches. Runs in a worker thread. */

import { rmSync } from 'node:fs';
import type { MappedRef } from '../../vocabulary/history.ts';
import { OBJECT_TAG } from '../pack/entry.ts';
import { publishPack } from '../pack/index-pack.ts';
import { ObjectStore } from '../pack/object-store.ts';
import { addText } from './add-text.ts';
import { type IdentityLookup, rewriteCommitText, rewriteTagText } from './commit-text.ts';
import { countCommits, forEachCommit, type HistoryOptions, type Peeled, peel } from './history.ts';
import { isNotesRef, rewriteNotes } from './notes.ts';
import { OidMap } from './oid-map.ts';
import { RewrittenCommits } from './rewritten-commits.ts';

/** `repository` gets one more pack, and no ref of it moves. */
export interface RewriteOptions extends HistoryOptions {
  lookup: IdentityLookup;
  /** Folder for the pack while it is written; emptied before and after. */
  folder: string;
  onProgress(done: number, total: number): void;
}

export interface RewriteResult {
  refs: MappedRef[];
  commitCount: number;
  rewrittenCount: number;
  /** Commits that are one with another now: nothing but people told them apart. */
  joined: { count: number; examples: string[] };
  /** Commits and tags whose signature was dropped, as `commit <id>` or ref name; at most 100. */
  droppedSignatures: { count: number; examples: string[] };
  /** The pack that was written, within the repository; null when nothing changed. */
  pack: string | null;
  /** What became of each commit and tag that did not stay as it is. */
  map: OidMap;
}

/** @throws Failure when git cannot read the history */
export async function rewriteIdentities(options: RewriteOptions): Promise<RewriteResult> {
  rmSync(options.folder, { recursive: true, force: true });
  const store = ObjectStore.open(options.folder, 'rewritten', 0, null);
  const map = new OidMap();
  const dropped = { count: 0, examples: [] as string[] };
  const commits = new RewrittenCommits(store);
  const drop = (what: string) => {
    dropped.count += 1;
    if (dropped.examples.length < 100) dropped.examples.push(what);
  };
  try {
    // Notes name what the others become.
    const peeled = await peel({ ...options, refs: options.refs.filter((ref) => !isNotesRef(ref)) });
    // Beside the rewriting: only its progress needs it.
    let total = 0;
    const all = options.refs.some(isNotesRef) ? peel(options) : Promise.resolve(peeled);
    const counting = all.then(({ commits }) => countCommits(options, commits));
    counting.then(
      (count) => {
        total = count;
      },
      () => undefined,
    );
    let done = 0;
    await forEachCommit(options, peeled.commits, (id, payload) => {
      const text = payload.toString('latin1');
      const result = rewriteCommitText(text, options.lookup, (parent) => map.get(parent));
      if (result.droppedSignature) drop(`commit ${id}`);
      const made = commits.add(id, result.text === text ? null : result.text);
      if (result.text !== text) map.set(Buffer.from(id, 'hex'), made);
      if (++done % 1024 === 0 && total > 0) options.onProgress(done, total);
    });
    rewriteTags(peeled.tags, (id, text) => {
      const result = rewriteTagText(text, options.lookup, (old) => map.get(old));
      if (result.droppedSignature) drop(`tag ${id}`);
      if (result.text !== text) map.set(Buffer.from(id, 'hex'), addText(store, OBJECT_TAG, result.text));
    });
    total = await counting;
    await rewriteNotes({ ...options, store, map, onDropped: drop });
    options.onProgress(total, total);
    const pack = store.table.count === 0 ? null : await publish(store, options);
    return {
      refs: options.refs.map(({ name, oid }) => ({ name, oid: map.get(oid) ?? oid })),
      commitCount: total - commits.joined.length,
      rewrittenCount: map.size,
      joined: commits.told,
      droppedSignatures: dropped,
      pack,
      map,
    };
  } finally {
    store.close();
    rmSync(options.folder, { recursive: true, force: true });
  }
}

/** Calls `rewrite` for each tag; a tag of a tag comes after the tag that it names. */
export function rewriteTags(tags: Peeled['tags'], rewrite: (id: string, text: string) => void): void {
  const byId = new Map(tags.map((tag) => [tag.id, tag.text]));
  for (const tag of tags) {
    // A loop, as tags of tags may be nested deeper than calls can.
    const chain: string[] = [];
    for (let id = tag.id; byId.has(id); ) {
      chain.push(id);
      id = /^object ([0-9a-f]{40})/.exec(byId.get(id) ?? '')?.[1] ?? '';
    }
    for (const id of chain.reverse()) {
      rewrite(id, byId.get(id) ?? '');
      byId.delete(id);
    }
  }
}

async function publish(store: ObjectStore, options: RewriteOptions): Promise<string> {
  store.checkpoint();
  return await publishPack(store.seal().path, options.repository, options.signal);
}
