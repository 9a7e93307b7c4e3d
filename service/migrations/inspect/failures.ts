/** Any error of opening or restoring an archive as something that a person can read. */
import { asFailure } from '../../imports/failures.ts';
import { ImportFailure } from '../../sources/source.ts';

/** @param what what was done, as it begins a sentence: "Opening the archive" */
export function archiveFailure(error: unknown, what: string): ImportFailure {
  const failure = asFailure(error);
  const { kind, detail } = failure;
  if (kind === 'disk_full') {
    return new ImportFailure(
      kind,
      `The disk is full. Free some space, then try again. Nothing of this was kept.`,
      detail,
    );
  }
  if (kind === 'cancelled') return new ImportFailure(kind, `${what} was cancelled.`, detail);
  if (detail === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ImportFailure(
      'internal',
      `${what} needed more memory than it may use. The archive may be damaged.`,
      detail,
    );
  }
  // Sentences of our own stay; those of threads and of the system speak of imports.
  if (error instanceof ImportFailure && !/\bimport\b/.test(error.message)) return failure;
  return new ImportFailure(kind, `${what} stopped unexpectedly. Try again; the log has the detail.`, detail);
}
