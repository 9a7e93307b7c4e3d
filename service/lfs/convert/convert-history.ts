/** Rewrites what refs reach without its large blobs: as pointers to LFS objects, or without the files. */

import { rmSync } from 'node:fs';
import { type Said, say } from '../../../language/sentence.ts';
import { OBJECT_BLOB, OBJECT_TAG } from '../../git/pack/entry.ts';
import { publishPack } from '../../git/pack/index-pack.ts';
import { ObjectStore } from '../../git/pack/object-store.ts';
import { ObjectTable } from '../../git/pack/object-table.ts';
import { addText } from '../../git/rewrite/add-text.ts';
import { rewriteCommitText, rewriteTagText } from '../../git/rewrite/commit-text.ts';
import { peel, readObjects } from '../../git/rewrite/history.ts';
import { isNotesRef, rewriteNotes } from '../../git/rewrite/notes.ts';
import { OidMap } from '../../git/rewrite/oid-map.ts';
import { rewriteTags } from '../../git/rewrite/rewrite.ts';
import { RewrittenCommits } from '../../git/rewrite/rewritten-commits.ts';
import { keepShallow } from '../../git/rewrite/shallow.ts';
import type { MapResult } from '../../sources/source.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { ATTRIBUTES_NAME } from './attributes.ts';
import { CommitGraph } from './commit-graph.ts';
import { convertedFinding, droppedSignatureFinding, joinedFinding, withoutLineFinding } from './findings.ts';
import { extractObjects, pointerText } from './lfs-objects.ts';
import type { TreeEntry } from './tree-entries.ts';
import { TreeRewriter } from './tree-rewrite.ts';
import { TreeWalk } from './tree-walk.ts';

export interface ConvertOptions {
  /** Repository that sees the objects of `mapped`; gets what is new. */
  repository: string;
  /** Folder for the pack while it is written; emptied before and after. */
  scratch: string;
  /** Folder `lfs/objects` for the contents. */
  objects: string;
  mapped: MapResult;
  choice: 'opt_in' | 'opt_out';
  /** Sizes of the large blobs by id. */
  blobs: ReadonlyMap<string, number>;
  signal: AbortSignal;
  onProgress: (text: Said, done: number, total: number | null, unit: 'objects' | 'bytes' | 'commits') => void;
}

const NOBODY = () => null;

/**
 * @returns the mapping with other refs and packs; the same one when no ref reaches a large blob
 * @throws Failure
 */
export async function convertHistory(options: ConvertOptions): Promise<MapResult> {
  const { mapped, choice, signal, repository, onProgress } = options;
  const large = new ObjectTable();
  for (const oid of options.blobs.keys()) large.add(Buffer.from(oid, 'hex'), OBJECT_BLOB, 0, 0, 0);
  // Git reads attributes before it knows of filters, and LFS keeps ordinary files only.
  const isConverted = (entry: TreeEntry, name: string) =>
    choice === 'opt_out' || (entry.kind === 'file' && name !== ATTRIBUTES_NAME);
  // Notes name what the others become.
  const history = { repository, refs: mapped.refs.filter((ref) => !isNotesRef(ref)), signal };
  const peeled = await peel(history);
  const walk = new TreeWalk({ repository, signal, large, isConverted });
  const graph = await CommitGraph.read(history, peeled.commits, (tree) => walk.addRoot(tree));
  await walk.walk((trees) =>
    onProgress(say('Looking for large files, {trees} folders so far…', { trees }), 0, null, 'objects'),
  );
  if (walk.found.size === 0) return mapped;

  const found = [...walk.found].map((blob) => large.hex(blob));
  const objects = choice === 'opt_in' ? await extract(found, options) : new Map<string, LfsObject>();
  rmSync(options.scratch, { recursive: true, force: true });
  const store = ObjectStore.open(options.scratch, 'converted', 0, null);
  try {
    const pointers = new Map<number, Buffer>();
    for (const [oid, object] of objects) {
      pointers.set(large.find(Buffer.from(oid, 'hex')), addText(store, OBJECT_BLOB, pointerText(object)));
    }
    const rewriter = new TreeRewriter({
      walk,
      store,
      large,
      isConverted,
      pointerOf: choice === 'opt_in' ? (blob) => pointers.get(blob) as Buffer : null,
      attributes: await readAttributes(walk, options),
    });
    const changed = new OidMap();
    await rewriteTrees(walk, rewriter, graph, changed, options);
    const commits = new RewrittenCommits(store, (id) => graph.has(id));
    const dropped = await rewriteCommits(graph, walk, commits, changed, options);
    rewriteTags(peeled.tags, (id, text) => {
      const result = rewriteTagText(text, NOBODY, (old) => changed.get(old));
      if (result.droppedSignature) note(dropped, `tag ${id}`);
      if (result.text !== text) changed.set(Buffer.from(id, 'hex'), addText(store, OBJECT_TAG, result.text));
    });
    await rewriteNotes({
      ...{ repository, refs: mapped.refs, signal, lookup: NOBODY, store, map: changed },
      onDropped: (what) => note(dropped, what),
    });
    onProgress(say('Checking every new object…'), 0, null, 'objects');
    store.checkpoint();
    const { path } = store.seal();
    const added = await publishPack(path, repository, signal);
    const paths = [...rewriter.paths(graph.roots())].map(({ path, blob }) => ({
      path,
      size: options.blobs.get(large.hex(blob)) ?? 0,
    }));
    const findings: Finding[] = [convertedFinding(choice, paths)];
    if (rewriter.withoutLine.size > 0) findings.push(withoutLineFinding([...rewriter.withoutLine]));
    if (dropped.count > 0) findings.push(droppedSignatureFinding(dropped));
    const joined = commits.told;
    if (joined.count > 0) findings.push(joinedFinding(joined));
    return {
      ...mapped,
      refs: mapped.refs.map(({ name, oid }) => ({ name, oid: changed.get(oid) ?? oid })),
      commit_count: mapped.commit_count - joined.count,
      findings: [...mapped.findings, ...findings],
      // Publishing leaves out what is not reached any more, the large blobs above all.
      packs: [...mapped.packs, added],
      conversion: {
        choice,
        before: mapped,
        repository,
        blobs: found.map((oid) => ({ oid, object: objects.get(oid) ?? null })),
        objects: options.objects,
        shallow: keepShallow(repository, changed),
        withoutLine: [...rewriter.withoutLine],
        joined: joined.count,
      },
    };
  } finally {
    store.close();
    rmSync(options.scratch, { recursive: true, force: true });
  }
}

async function extract(found: readonly string[], options: ConvertOptions): Promise<Map<string, LfsObject>> {
  const total = found.reduce((sum, oid) => sum + (options.blobs.get(oid) ?? 0), 0);
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  let done = 0;
  let told = 0;
  return await extractObjects(found, {
    repository: options.repository,
    folder: options.objects,
    signal: options.signal,
    onBytes: (bytes) => {
      done += bytes;
      if (done - told < 16 << 20) return;
      told = done;
      options.onProgress(
        say('Moving large files to Git LFS, {done} of {total} MB…', { done: megabytes(done), total: megabytes(total) }),
        done,
        total,
        'bytes',
      );
    },
  });
}

/** Texts of the `.gitattributes` that get more lines. */
async function readAttributes(walk: TreeWalk, options: ConvertOptions): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (options.choice === 'opt_out') return texts;
  const ids = new Set<string>();
  for (const [tree, id] of walk.attributes) if (id !== null && walk.leadsToLarge(tree)) ids.add(id);
  await readObjects(options, ids, (id, payload) => texts.set(id, payload.toString('latin1')));
  return texts;
}

/** Writes all trees that lead to large blobs anew; `changed` learns those of commits. */
async function rewriteTrees(
  walk: TreeWalk,
  rewriter: TreeRewriter,
  graph: CommitGraph,
  changed: OidMap,
  options: ConvertOptions,
): Promise<void> {
  const roots = new Set(graph.roots());
  for (const numbers of walk.inOrder()) {
    let at = 0;
    await readObjects(
      options,
      numbers.map((number) => walk.trees.hex(number)),
      (id, payload) => {
        const number = numbers[at++] as number;
        const root = rewriter.add(number, payload, roots.has(number));
        if (root !== null) changed.set(Buffer.from(id, 'hex'), root);
      },
    );
  }
}

/** Writes commits anew whose tree changed, and all that build on them. @returns commits that lost a signature */
async function rewriteCommits(
  graph: CommitGraph,
  walk: TreeWalk,
  commits: RewrittenCommits,
  changed: OidMap,
  options: ConvertOptions,
): Promise<{ count: number; examples: string[] }> {
  const dropped = { count: 0, examples: [] as string[] };
  const ids = graph.affected((root) => walk.leadsToLarge(root));
  let done = 0;
  await readObjects(options, ids, (id, payload) => {
    const text = payload.toString('latin1');
    const result = rewriteCommitText(text, NOBODY, (old) => changed.get(old));
    if (result.droppedSignature) note(dropped, `commit ${id}`);
    if (result.text !== text) changed.set(Buffer.from(id, 'hex'), commits.add(id, result.text));
    if (++done % 1024 === 0)
      options.onProgress(say('Writing commits without large files…'), done, ids.length, 'commits');
  });
  return dropped;
}

function note(dropped: { count: number; examples: string[] }, what: string): void {
  dropped.count += 1;
  if (dropped.examples.length < 100) dropped.examples.push(what);
}
