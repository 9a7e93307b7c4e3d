/** Worker thread that rewrites a mapped history without its large blobs. */

import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { createBorrowing } from '../../git/borrowing-repository.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { MapResult } from '../../sources/source.ts';
import type { LargeFile } from '../../vocabulary/history.ts';
import { convertHistory } from './convert-history.ts';

export interface ConvertJob {
  /** The import's folder; `converted.git` and `lfs` in it are this worker's. */
  folder: string;
  mapped: MapResult;
  choice: 'opt_in' | 'opt_out';
  files: LargeFile[];
}

export interface ConvertMessage {
  done: number;
  total: number | null;
  text: string;
  unit: 'objects' | 'bytes' | 'commits';
}

serveJob<ConvertJob, MapResult, ConvertMessage>(async ({ folder, mapped, choice, files }, post, signal) => {
  const repository = join(folder, 'converted.git');
  // What was mapped stays where it is: the new objects lie in a repository that borrows the old ones.
  await createBorrowing(repository, mapped.packs, join(folder, 'staging.git/shallow'));
  const converted = await convertHistory({
    repository,
    scratch: join(folder, 'converting'),
    objects: join(folder, 'lfs/objects'),
    mapped,
    choice,
    blobs: new Map(files.map(({ oid, size }) => [oid, size])),
    signal,
    onProgress: (text, done, total, unit) => post({ text, done, total, unit }),
  });
  // The source compares its own mapping, which is not what gets published.
  if (converted.conversion !== undefined) await writeRefs(repository, mapped, signal);
  return converted;
});

async function writeRefs(repository: string, { refs, head }: MapResult, signal: AbortSignal): Promise<void> {
  await runGit({
    flush: 'nothing',
    args: ['--git-dir', repository, 'update-ref', '-z', '--stdin'],
    stdin: refs.map(({ name, oid }) => `create ${name}\0${oid}\0`).join(''),
    signal,
    failure: ({ stderrTail }) => Failure.of('import.refs_not_written', {}, stderrTail),
  }).done;
  if (head !== null) await runGit({ args: ['--git-dir', repository, 'symbolic-ref', 'HEAD', head], signal }).done;
}
