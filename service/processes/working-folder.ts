/** The folder that this process works in: threads do not start, and programs do not run, where it is not there any more. */
import { parse } from 'node:path';

let before: string | null = null;

/** The folder that relative paths of the command line are meant from; the root where that is gone. */
export function workingFolder(): string {
  if (before !== null) return before;
  try {
    return process.cwd();
  } catch {
    return rootOfDisk();
  }
}

/**
 * Leaves the folder of the terminal, which may be removed, or be on a disk that is taken out, while this runs. Call it when the
 * relative paths of the command line were read.
 */
export function leaveWorkingFolder(): void {
  before = workingFolder();
  process.chdir(rootOfDisk());
}

/** For who starts this program anew with the same command line. */
export function returnToWorkingFolder(): void {
  if (before === null) return;
  try {
    process.chdir(before);
  } catch {
    // Gone, as nothing that is started needs it then.
  }
}

function rootOfDisk(): string {
  return parse(process.execPath).root;
}
