/** Worker thread that rewrites a mapped history without its large blobs. */

import { join } from 'node:path';
import type { Said } from '../../../language/sentence.ts';
import { createBorrowing } from '../../git/borrowing-repository.ts';
import { writeNewRefs } from '../../git/write-refs.ts';
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
  text: Said;
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
  if (converted.conversion !== undefined) await writeNewRefs(repository, mapped, signal);
  return converted;
});
