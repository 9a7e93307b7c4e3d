/** Files over 100 MB, with a path and a ref to find them by. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../../git/git.ts';
import { entriesOfSize } from '../../git/pack/pack-index.ts';
import type { LargeFile } from '../../vocabulary/history.ts';

/** Most files for which a path is looked up: their ids stand in one command. */
const MOST_NAMED = 1000;

/**
 * Entries of a pack that are this many times smaller cannot make a large file, whole (zlib packs at most 1,032 to 1)
 * or as a delta, unless the object that the delta builds on is itself half as large, which `findLargeBlobs` looks for.
 */
const MOST_PACKED = 6400;

/**
 * Object ids and sizes of blobs over the limit, straight from the packs: only objects that take some
 * room there are asked for their size.
 * @throws Failure
 */
export async function findLargeBlobs(
  repository: string,
  over: number,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const folder = join(repository, 'objects', 'pack');
  const indexes = (await readdir(folder)).filter((name) => name.endsWith('.idx'));
  const candidates = indexes.flatMap((name) => entriesOfSize(join(folder, name), Math.floor(over / MOST_PACKED)));
  if (candidates.length === 0) return new Map();
  const half = await sizesOver(repository, over / 2, candidates, signal);
  if (half.size === 0) return half;
  const large = await sizesOver(repository, over, null, signal);
  if (large.size === 0) return large;
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: `${[...large.keys()].join('\n')}\n`,
    signal,
  }).done;
  const blobs = stdout.split('\n').filter((line) => line.endsWith(' blob'));
  return new Map(blobs.map((line) => [line.slice(0, -' blob'.length), large.get(line.slice(0, -' blob'.length)) ?? 0]));
}

/**
 * Ids and sizes of objects over a number of bytes.
 * @param ids which to look at; null for all objects
 */
async function sizesOver(
  repository: string,
  bytes: number,
  ids: string[] | null,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const check = runGit({
    // Without types: finding an object's type takes git as long again as its size.
    args: [
      '--git-dir',
      repository,
      'cat-file',
      '--batch-check=%(objectsize) %(objectname)',
      ...(ids === null ? ['--batch-all-objects', '--unordered'] : []),
      '--buffer',
    ],
    ...(ids === null ? {} : { stdin: `${ids.join('\n')}\n` }),
    signal,
    onStdout: 'stream',
  });
  // Millions of short lines: only those with as many digits as the limit has are looked at one by one.
  const candidates = new RegExp(`^(\\d{${String(Math.floor(bytes)).length},}) (\\S+)$`, 'gm');
  const found = new Map<string, number>();
  let rest = '';
  for await (const chunk of check.stdout as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    for (const [, size, oid] of text.slice(0, end).matchAll(candidates)) {
      if (oid !== undefined && Number(size) > bytes) found.set(oid, Number(size));
    }
    rest = text.slice(end);
  }
  await check.done;
  return found;
}

/** Finds a path and a ref for each large blob, or '' where the history does not show one: one walk for all of them. */
export async function nameLargeBlobs(
  repository: string,
  blobs: Map<string, number>,
  signal: AbortSignal,
): Promise<LargeFile[]> {
  const wanted = new Set([...blobs.keys()].slice(0, MOST_NAMED));
  const names = wanted.size === 0 ? new Map<string, FoundName>() : await findNames(repository, wanted, signal);
  return [...blobs].map(([oid, size]) => {
    const { ref_name, path } = names.get(oid) ?? { ref_name: '', path: '' };
    return { ref_name, path, oid, size };
  });
}

type FoundName = Pick<LargeFile, 'ref_name' | 'path'>;

async function findNames(
  repository: string,
  wanted: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, FoundName>> {
  const log = runGit({
    args: [
      ...['--git-dir', repository, 'log', '--all', '--source', '--no-renames', '--diff-filter=AM', '--raw'],
      // No ref's name holds a control character.
      ...['--no-abbrev', '-z', '--format=%x01%S', ...[...wanted].map((oid) => `--find-object=${oid}`)],
    ],
    signal,
    onStdout: 'stream',
  });
  const names = new Map<string, FoundName>();
  let ref_name = '';
  let blob = '';
  let rest = '';
  for await (const chunk of log.stdout as AsyncIterable<Buffer>) {
    const fields = (rest + chunk.toString('latin1')).split('\0');
    rest = fields.pop() ?? '';
    for (const field of fields) {
      const text = field.replace(/^\n/, '');
      if (text.startsWith('\x01')) ref_name = utf8(text.slice(1).trimEnd());
      else if (blob !== '') {
        if (wanted.has(blob) && !names.has(blob)) names.set(blob, { ref_name, path: utf8(text) });
        blob = '';
      } else if (text.startsWith(':')) blob = text.split(' ')[3] ?? '';
    }
    if (names.size < wanted.size) continue;
    // What is left of the history has nothing to tell.
    await Promise.allSettled([log.stop(), log.done]);
    return names;
  }
  await log.done;
  return names;
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
