import { say } from '../../../../language/sentence.ts';
import { BundleError } from '../bundle/byte-reader.ts';

/** A file of a repository that is not what is read here; hg, which knows more, has the last word. */
export function unknownFile(path: string): BundleError {
  return new BundleError(say('its file {path} is not as hg is known to write it', { path }));
}
