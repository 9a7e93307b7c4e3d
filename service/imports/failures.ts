/** Any error of an import as something that a person can read. */
import { RepositoryLocked } from '../repositories/repository-locked.ts';
import { ImportFailure } from '../sources/source.ts';

export const EMPTY_REPOSITORY = 'The imported repository is empty.';
const DISK_FULL =
  'The disk is full. Free some space, or move the data folder to a larger disk, and start the import again.';

/** Whether a tool's message says that there is no space left (ENOSPC and EDQUOT as C libraries word them). */
export function saysDiskFull(text: string): boolean {
  return /no space left on device|disk quota exceeded|not enough space|disk is full/i.test(text);
}

export function diskFull(detail: string): ImportFailure {
  return new ImportFailure('disk_full', DISK_FULL, detail);
}

/** Makes an ImportFailure of whatever was thrown. */
export function asFailure(error: unknown): ImportFailure {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ImportFailure)
    return saysDiskFull(error.detail) && error.kind !== 'disk_full' ? diskFull(error.detail) : error;
  if (error instanceof RepositoryLocked)
    return new ImportFailure('internal', `${error.message} Then restart the import.`);
  if ((error as { name?: string } | null)?.name === 'AbortError')
    return new ImportFailure('cancelled', 'The work was cancelled.');
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(code) || saysDiskFull(message)) return diskFull(message);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new ImportFailure(
      'internal',
      'A file of the data folder cannot be written. Check the permissions of the data folder and start the import again.',
      message,
    );
  }
  return new ImportFailure(
    'internal',
    'The import stopped for a reason that is not its source’s. Start it again; the log has the detail.',
    error instanceof Error ? (error.stack ?? message) : message,
  );
}
