import { wholeOwnFile } from '../own-file.ts';
import { unopened } from './unknown-file.ts';

/**
 * A whole file of a repository.
 * @returns null where there is none
 * @throws BundleError for one that cannot be read: hg says why; Failure for what is no file
 */
export function readIfThere(path: string): Buffer | null {
  try {
    return wholeOwnFile(path);
  } catch (error) {
    throw unopened(path, error);
  }
}
