/** How hg asks for a whole history without naming each of its heads. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/**
 * A clone names every head that it wants (`_pullbundle2` in mercurial/exchange.py), 41 characters each, in headers. Web servers take
 * so much of these and no more: nginx 32 KB, Apache, gunicorn and Python's own server 100 of them. Who names none gets what all heads
 * reach (`_computeoutgoing`), which is the same as long as nothing is had in common.
 */
const EXTENSION = `from mercurial import httppeer

ask = httppeer.httppeer.getbundle


def getbundle(self, source, **wanted):
    if not any(node.strip(b'\\0') for node in wanted.get('common') or []):
        wanted.pop('heads', None)
    return ask(self, source, **wanted)


httppeer.httppeer.getbundle = getbundle
`;

/** What web servers answer to headers that are too long, or too many. */
export const REFUSES_LONG_HEADERS = /HTTP Error (?:400|413|414|431)\b/i;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeUnnamedHeadsExtension(folder: string): string {
  const file = join(folder, 'unnamed_heads.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}
