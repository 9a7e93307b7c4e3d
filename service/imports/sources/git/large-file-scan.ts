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
  const found = new Map<string, number>();
  // Small sizes end the check early: only a number of nine digits or more can be over the limit.
  const candidate = /^(\S+) blob (\d{9,})$/;
  await runGit({
    args: [
      '--git-dir',
      repository,
      'cat-file',
      '--batch-check=%(objectname) %(objecttype) %(objectsize)',
      '--batch-all-objects',
      '--unordered',
    ],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const [, oid, size] = candidate.exec(line) ?? [];
      if (oid !== undefined && Number(size) > LARGE) found.set(oid, Number(size));
    },
  }).done;
  return found;
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
