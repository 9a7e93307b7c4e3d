/** Rewrites identities in all commits and annotated tags that a set of refs reaches. Runs in a worker thread. */
import { rmSync } from 'node:fs';
import { ImportFailure, type MappedRef } from '../../imports/source.ts';
import { runGit } from '../git.ts';
import { OBJECT_COMMIT, OBJECT_TAG } from '../pack/entry.ts';
import { FRAME, framed, hashFramed } from '../pack/framed.ts';
import { publishPack } from '../pack/index-pack.ts';
import { ObjectStore } from '../pack/object-store.ts';
import { type IdentityLookup, rewriteCommitText, rewriteTagText } from './commit-text.ts';
import { streamObjects } from './object-stream.ts';
import { OidMap } from './oid-map.ts';

export interface RewriteOptions {
  /** Repository with the history; gets one more pack, and no ref of it moves. */
  repository: string;
  refs: readonly MappedRef[];
  lookup: IdentityLookup;
  /** Folder for the pack while it is written; emptied before and after. */
  folder: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export interface RewriteResult {
  refs: MappedRef[];
  commitCount: number;
  rewrittenCount: number;
  /** Commits and tags whose signature was dropped, as `commit <id>` or ref name; at most 100. */
  droppedSignatures: { count: number; examples: string[] };
  /** The pack that was written, within the repository; null when nothing changed. */
  pack: string | null;
}

/** @throws ImportFailure when git cannot read the history */
export async function rewriteIdentities(options: RewriteOptions): Promise<RewriteResult> {
  rmSync(options.folder, { recursive: true, force: true });
  const store = ObjectStore.open(options.folder, 'rewritten', 0, null);
  const map = new OidMap();
  const dropped = { count: 0, examples: [] as string[] };
  const drop = (what: string) => {
    dropped.count += 1;
    if (dropped.examples.length < 100) dropped.examples.push(what);
  };
  try {
    const peeled = await peel(options);
    const total = await countCommits(options, peeled.commits);
    let done = 0;
    await forEachCommit(options, peeled.commits, (id, payload) => {
      const text = payload.toString('latin1');
      const result = rewriteCommitText(text, options.lookup, (parent) => map.get(parent));
      if (result.droppedSignature) drop(`commit ${id}`);
      if (result.text !== text) map.set(Buffer.from(id, 'hex'), addText(store, OBJECT_COMMIT, result.text));
      if (++done % 1024 === 0) options.onProgress(done, total);
    });
    // A tag of a tag comes after the tag that it names.
    for (const tag of peeled.tags) {
      const result = rewriteTagText(tag.text, options.lookup, (id) => map.get(id));
      if (result.droppedSignature) drop(`tag ${tag.id}`);
      if (result.text !== tag.text) map.set(Buffer.from(tag.id, 'hex'), addText(store, OBJECT_TAG, result.text));
    }
    options.onProgress(total, total);
    const pack = store.table.count === 0 ? null : await publish(store, options);
    return {
      refs: options.refs.map(({ name, oid }) => ({ name, oid: map.get(oid) ?? oid })),
      commitCount: done,
      rewrittenCount: map.size,
      droppedSignatures: dropped,
      pack,
    };
  } finally {
    store.close();
    rmSync(options.folder, { recursive: true, force: true });
  }
}

function addText(store: ObjectStore, type: number, text: string): Buffer {
  const bytes = framed(text.length);
  bytes.write(text, FRAME, 'latin1');
  const oid = hashFramed(type, bytes);
  if (store.table.find(oid) < 0) store.addNew(type, oid, bytes.subarray(FRAME));
  return oid;
}

async function publish(store: ObjectStore, options: RewriteOptions): Promise<string> {
  store.checkpoint();
  return await publishPack(store.seal().path, options.repository, options.signal);
}

interface Peeled {
  /** Ids of commits that refs name, directly or through tags. */
  commits: string[];
  /** Annotated tags, each after the tag that it may name. */
  tags: { id: string; text: string }[];
}

/** Follows refs through annotated tags, level by level. */
async function peel(options: RewriteOptions): Promise<Peeled> {
  const commits = new Set<string>();
  const tags: Peeled['tags'] = [];
  const seen = new Set<string>();
  let ids = [...new Set(options.refs.map((ref) => ref.oid))];
  while (ids.length > 0) {
    const next: string[] = [];
    const types = await git(options, ['cat-file', '--batch-check'], ids);
    const tagIds: string[] = [];
    for (const line of types.split('\n')) {
      const [id = '', type] = line.split(' ');
      if (type === 'commit') commits.add(id);
      else if (type === 'tag') tagIds.push(id);
      else if (type === 'missing') throw unreadable(`${id} is missing`);
    }
    const run = runGit({
      args: ['--git-dir', options.repository, 'cat-file', '--batch'],
      signal: options.signal,
      stdin: `${tagIds.join('\n')}\n`,
      onStdout: 'stream',
    });
    if (tagIds.length > 0) {
      for await (const batch of streamObjects(run.stdout)) {
        for (const { id, payload } of batch) {
          const text = payload.toString('latin1');
          tags.unshift({ id, text });
          const object = /^object ([0-9a-f]{40})/.exec(text)?.[1];
          if (object !== undefined && !seen.has(object)) {
            seen.add(object);
            next.push(object);
          }
        }
      }
    } else run.stdout.resume();
    await run.done;
    ids = next;
  }
  return { commits: [...commits], tags };
}

async function countCommits(options: RewriteOptions, commits: string[]): Promise<number> {
  return commits.length === 0 ? 0 : Number(await git(options, ['rev-list', '--count', '--stdin'], commits));
}

async function git(options: RewriteOptions, args: string[], lines: string[]): Promise<string> {
  const { code, stdout, stderrTail } = await runGit({
    args: ['--git-dir', options.repository, ...args],
    signal: options.signal,
    stdin: `${lines.join('\n')}\n`,
  }).done;
  if (code !== 0) throw unreadable(stderrTail);
  return stdout;
}

/** Parents come before their children. */
async function forEachCommit(
  options: RewriteOptions,
  commits: string[],
  act: (id: string, payload: Buffer) => void,
): Promise<void> {
  if (commits.length === 0) return;
  const { repository, signal } = options;
  const list = runGit({
    args: ['--git-dir', repository, 'rev-list', '--topo-order', '--reverse', '--stdin'],
    signal,
    stdin: `${commits.join('\n')}\n`,
    onStdout: 'stream',
  });
  const cat = runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch', '--buffer'],
    signal,
    stdin: 'pipe',
    onStdout: 'stream',
  });
  list.stdout.pipe(cat.stdin);
  try {
    for await (const batch of streamObjects(cat.stdout)) for (const { id, payload } of batch) act(id, payload);
  } catch (error) {
    await Promise.all([list.stop(), cat.stop()]);
    if (signal.aborted) throw new ImportFailure('cancelled', 'The import was cancelled.');
    throw error instanceof RangeError ? unreadable(error.message) : error;
  }
  for (const { code, stderrTail } of [await list.done, await cat.done]) if (code !== 0) throw unreadable(stderrTail);
}

function unreadable(detail: string): ImportFailure {
  return new ImportFailure(
    'broken_source',
    'The commits of the repository could not be read. Run "git fsck" on the source, then start the import again.',
    detail,
  );
}
