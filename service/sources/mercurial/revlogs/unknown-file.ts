import { statSync } from 'node:fs';
import { say } from '../../../../language/sentence.ts';
import { Failure } from '../../../failures/failure.ts';
import { BundleError } from '../bundle/byte-reader.ts';

/** A file of a repository that is not what is read here; hg, which knows more, has the last word. */
export function unknownFile(path: string): BundleError {
  return new BundleError(say('its file {path} is not as hg is known to write it', { path }));
}

/** What is said of a file that could not be opened: hg says why, unless it would wait there without an end. */
export function unopened(path: string, error: unknown): Error {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return error instanceof Failure && !isFolder ? error : unknownFile(path);
}
