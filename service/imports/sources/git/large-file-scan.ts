/** Files over 100 MB, with a path and a ref to find them by. */
import { runGit } from '../../../git/git.ts';
import type { LargeFile } from '../../source.ts';

/** Files larger than this are large, in bytes (100 MB). */
const LARGE = 104_857_600;
/** Most files for which a path is looked up: each lookup walks the history. */
const MOST_NAMED = 200;

/**
 * Object ids and sizes of blobs over the limit, straight from the object database.
 * @throws ImportFailure
 */
export async function findLargeBlobs(repository: string, signal: AbortSignal): Promise<Map<string, number>> {
  const check = runGit({
    // Without types: finding an object's type takes git as long again as its size.
    args: [
      '--git-dir',
      repository,
      'cat-file',
      '--batch-check=%(objectsize) %(objectname)',
      '--batch-all-objects',
      '--unordered',
      '--buffer',
    ],
    signal,
    onStdout: 'stream',
  });
  // Millions of short lines: only those with nine digits or more are looked at one by one.
  const candidates = /^(\d{9,}) (\S+)$/gm;
  const large = new Map<string, number>();
  let rest = '';
  for await (const chunk of check.stdout as AsyncIterable<Buffer>) {
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    for (const [, size, oid] of text.slice(0, end).matchAll(candidates)) {
      if (oid !== undefined && Number(size) > LARGE) large.set(oid, Number(size));
    }
    rest = text.slice(end);
  }
  await check.done;
  if (large.size === 0) return large;
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: `${[...large.keys()].join('\n')}\n`,
    signal,
  }).done;
  const blobs = stdout.split('\n').filter((line) => line.endsWith(' blob'));
  return new Map(blobs.map((line) => [line.slice(0, -' blob'.length), large.get(line.slice(0, -' blob'.length)) ?? 0]));
}

/** Finds a path and a ref for each large blob, or '' where the history does not show one. */
export async function nameLargeBlobs(
  repository: string,
  blobs: Map<string, number>,
  signal: AbortSignal,
): Promise<LargeFile[]> {
  const files: LargeFile[] = [];
  for (const [oid, size] of blobs) {
    let path = '';
    let ref_name = '';
    if (files.length < MOST_NAMED) {
      const log = await runGit({
        args: [
          '--git-dir',
          repository,
          'log',
          '--all',
          '--source',
          '-1',
          '--no-renames',
          '--diff-filter=AM',
          '--raw',
          '--no-abbrev',
          '-z',
          '--format=%S%x00',
          `--find-object=${oid}`,
        ],
        signal,
      }).done;
      const fields = log.stdout.split('\0').map((field) => field.trim());
      ref_name = fields[0] ?? '';
      const change = fields.findIndex((field) => field.startsWith(':') && field.includes(oid));
      path = change < 0 ? '' : (fields[change + 1] ?? '');
    }
    files.push({ ref_name, path, oid, size });
  }
  return files;
}
