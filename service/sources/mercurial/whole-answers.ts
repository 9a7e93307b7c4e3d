/** How hg notices that an answer of a server was cut off, where it would take what came for all of it. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/**
 * Two holes of Python's `http.client`, which Mercurial reads through (3.11 and 6.3 were looked at): headers that end with the connection count as
 * whole, so that an answer without its length is empty (`parse_headers`); and who reads a body piece by piece, as Mercurial does where it asked several
 * questions at once, is not told that it has fewer bytes than were announced (`HTTPResponse.read` with a length). Seen: `hg debugpushkey` of a server with
 * bookmarks ended with 0 and named none.
 */
const EXTENSION = `import sys

if sys.version_info[0] > 2:
    from http import client

    from mercurial import keepalive

    parseheaders = client.parse_headers
    readsome = client.HTTPResponse.read

    class Lines(object):
        last = b'\\n'

        def __init__(self, source):
            self.source = source

        def readline(self, *limit):
            self.last = self.source.readline(*limit)
            return self.last

    def parsewhole(source, *others, **named):
        lines = Lines(source)
        headers = parseheaders(lines, *others, **named)
        if lines.last == b'':
            raise client.HTTPException('incomplete response: its headers do not end')
        return headers

    def readwhole(self, amount=None):
        data = readsome(self, amount)
        if not data and amount != 0 and getattr(self, 'length', None):
            raise client.IncompleteRead(b'', self.length)
        return data

    client.parse_headers = parsewhole
    client.HTTPResponse.read = readwhole
    if hasattr(keepalive.HTTPResponse, '_raw_read'):
        keepalive.HTTPResponse._raw_read = readwhole
`;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeWholeAnswersExtension(folder: string): string {
  const file = join(folder, 'whole_answers.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}
