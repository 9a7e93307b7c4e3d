/** One file out of an archive, written beside its index. */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { renamePatientlyNow } from '../../files/patient-rename.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { readArchive } from '../archive/read/read-archive.ts';
import type { FileState } from '../archive/read/unpack.ts';

export interface ExtractJob {
  archive: string;
  expected: FileState;
  /** Path in the archive. */
  path: string;
  /** Where it goes. */
  target: string;
}

/** Thrown to stop the reading: the rest of the archive is of no interest. */
class Found extends Error {}

/** @throws Failure (a sentence) */
export async function extractFile(job: ExtractJob, signal: AbortSignal): Promise<null> {
  // A name of its own: the file's may be as long as names can be.
  const unfinished = join(dirname(job.target), `.${process.pid}-${Math.random().toString(36).slice(2)}.new`);
  mkdirSync(dirname(job.target), { recursive: true });
  let found = false;
  try {
    await readArchive(
      job.archive,
      { signal, expected: job.expected },
      {
        file: ({ path }) => {
          if (path !== job.path) return null;
          const file = openSync(unfinished, 'wx', 0o600);
          return {
            write: (chunk) => writeWhole(file, chunk),
            end: () => {
              fsyncSync(file);
              closeSync(file);
              renamePatientlyNow(unfinished, job.target);
              found = true;
            },
          };
        },
        between: () => {
          if (found) throw new Found();
        },
      },
    );
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  if (!found) throw Failure.of('archive.file_gone', { path: job.path });
  return null;
}
