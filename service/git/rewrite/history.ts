/** Walks over the history that a set of refs reaches: tags peeled, commits in order. */

import { Readable } from 'node:stream';
import { Failure } from '../../failures/failure.ts';
import type { ToolResult } from '../../processes/run.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import { runGit } from '../git.ts';
import { type StreamedObject, streamObjects } from './object-stream.ts';

export interface HistoryOptions {
  /** Repository with the history. */
  repository: string;
  refs: readonly MappedRef[];
  signal: AbortSignal;
}

export interface Peeled {
  /** Ids of commits that refs name, directly or through tags. */
  commits: string[];
  /** Annotated tags. */
  tags: { id: string; text: string }[];
  /** Whether a ref or a tag names a tree or a blob. */
  others: boolean;
}

/** Follows refs through annotated tags, level by level. @throws Failure */
export async function peel(options: HistoryOptions): Promise<Peeled> {
  const commits = new Set<string>();
  const tags: Peeled['tags'] = [];
  const seen = new Set<string>();
  let others = false;
  let ids = [...new Set(options.refs.map((ref) => ref.oid))];
  while (ids.length > 0) {
    const next: string[] = [];
    const types = await gitLines(options, ['cat-file', '--batch-check'], ids);
    const tagIds: string[] = [];
    for (const line of types.split('\n')) {
      const [id = '', type] = line.split(' ');
      if (type === 'commit') commits.add(id);
      else if (type === 'tag') tagIds.push(id);
      else if (type === 'missing') throw unreadable(`${id} is missing`);
      else if (type !== undefined) others = true;
    }
    if (tagIds.length > 0)
      await readTags(options, tagIds, (id, text) => {
        tags.push({ id, text });
        const object = /^object ([0-9a-f]{40})/.exec(text)?.[1];
        if (object !== undefined && !seen.has(object)) {
          seen.add(object);
          next.push(object);
        }
      });
    ids = next;
  }
  return { commits: [...commits], tags, others };
}

async function readTags(
  options: HistoryOptions,
  ids: readonly string[],
  act: (id: string, text: string) => void,
): Promise<void> {
  await readObjects(options, ids, (id, payload) => act(id, payload.toString('latin1')));
}

export async function countCommits(options: HistoryOptions, commits: string[]): Promise<number> {
  return commits.length === 0 ? 0 : Number(await gitLines(options, ['rev-list', '--count', '--stdin'], commits));
}

export async function gitLines(options: HistoryOptions, args: string[], lines: string[]): Promise<string> {
  const { stdout } = await runGit({
    args: ['--git-dir', options.repository, ...args],
    signal: options.signal,
    stdin: `${lines.join('\n')}\n`,
    failure: ({ stderrTail }) => unreadable(stderrTail),
  }).done;
  return stdout;
}

/** Gives the text of every commit that `commits` reach; parents come before their children. */
export async function forEachCommit(
  options: HistoryOptions,
  commits: string[],
  act: (id: string, payload: Buffer) => void,
): Promise<void> {
  for await (const batch of commitBatches(options, commits)) for (const { id, payload } of batch) act(id, payload);
}

/**
 * Every commit that `commits` reach, parents before their children; those of a batch are valid until the next is asked for.
 * Histories of the same shape come in the same order, whatever their ids.
 * @throws Failure
 */
export async function* commitBatches(
  { repository, signal }: Pick<HistoryOptions, 'repository' | 'signal'>,
  commits: readonly string[],
): AsyncGenerator<StreamedObject[]> {
  if (commits.length === 0) return;
  const list = runGit({
    args: ['--git-dir', repository, 'rev-list', '--topo-order', '--reverse', '--stdin'],
    signal,
    stdin: `${commits.join('\n')}\n`,
    onStdout: 'stream',
    failure,
  });
  const cat = runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch', '--buffer'],
    signal,
    stdin: 'pipe',
    onStdout: 'stream',
    failure,
  });
  list.stdout.pipe(cat.stdin);
  let isRead = false;
  try {
    yield* streamObjects(cat.stdout);
    isRead = true;
  } catch (error) {
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    throw error instanceof RangeError ? unreadable(error.message) : error;
  } finally {
    if (!isRead) await Promise.all([list.stop(), cat.stop()]);
  }
  await list.done;
  await cat.done;
}

const failure = ({ stderrTail }: ToolResult) => unreadable(stderrTail);

export function unreadable(detail: string): Failure {
  return Failure.of('git.commits_unreadable', {}, detail);
}

/**
 * Reads objects in the order of their ids and hands each one over; the bytes are valid until `act` returns.
 * @throws Failure when one is missing or git fails
 */
export async function readObjects(
  options: Pick<HistoryOptions, 'repository' | 'signal'>,
  ids: Iterable<string>,
  act: (id: string, payload: Buffer) => void,
): Promise<void> {
  for await (const batch of objectBatches(options, ids)) for (const { id, payload } of batch) act(id, payload);
}

/**
 * Objects in the order of their ids; those of a batch are valid until the next is asked for. Its programs end with it.
 * @throws Failure when one is missing or git fails
 */
export async function* objectBatches(
  { repository, signal }: Pick<HistoryOptions, 'repository' | 'signal'>,
  ids: Iterable<string>,
): AsyncGenerator<StreamedObject[]> {
  const cat = runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch', '--buffer'],
    signal,
    stdin: 'pipe',
    onStdout: 'stream',
    failure,
  });
  Readable.from(inChunks(ids)).pipe(cat.stdin);
  let isRead = false;
  try {
    yield* streamObjects(cat.stdout);
    isRead = true;
  } catch (error) {
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    throw error instanceof RangeError ? unreadable(error.message) : error;
  } finally {
    if (!isRead) await cat.stop();
  }
  await cat.done;
}

/** Ids a write. */
const IDS = 1000;

function* inChunks(ids: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const id of ids) {
    chunk.push(id);
    if (chunk.length < IDS) continue;
    yield `${chunk.join('\n')}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
}
