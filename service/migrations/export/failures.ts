/** Any error of an export as something that a person can read. */
import { asFailure } from '../../imports/failures.ts';
import { ImportFailure } from '../../sources/source.ts';

export const CANCELLED = 'The export was cancelled.';
const DISK_FULL =
  'The disk is full. Free some space, or move the data folder to a larger disk, and retry the export. Nothing of this one was kept.';

/** Makes a failure whose sentence speaks of exports; what threw stays in `detail`. */
export function exportFailure(error: unknown): ImportFailure {
  const failure = asFailure(error);
  const { kind, detail } = failure;
  if (kind === 'disk_full') return new ImportFailure(kind, DISK_FULL, detail);
  if (kind === 'cancelled') return new ImportFailure(kind, CANCELLED, detail);
  // Sentences of our own stay; those of threads and of the system speak of imports.
  if (error instanceof ImportFailure && !/\bimport\b/.test(error.message)) return failure;
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) {
    return new ImportFailure('not_found', `${path} is missing. Put it back, then retry the export.`, detail);
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) {
    const sentence = `${path ?? 'A file'} cannot be read or written. Check the permissions of the data folder, then retry the export.`;
    return new ImportFailure('internal', sentence, detail);
  }
  return new ImportFailure('internal', 'The export stopped unexpectedly. Retry it; the log has the detail.', detail);
}
