/** Small files that programs read while others of the same are being started: each reads a whole one. */
import { writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { renamePatientlyNow } from './patient-rename.ts';

/** Puts a file in place of the one before, if there is one. Not flushed: it is made again when it is needed again. */
export function replaceFileNow(path: string, content: string, mode: number): void {
  const unfinished = `${path}-${process.pid}-${threadId}`;
  writeFileSync(unfinished, content, { mode });
  renamePatientlyNow(unfinished, path);
}
