/** How hg notices that an answer of a server was cut off, where it would take what came for all of it. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/**
 * Python's `http.client`, which Mercurial reads through, takes headers that end with the connection for whole ones, so that an answer without its
 * length is empty (`parse_headers`); and who reads a body piece by piece, as Mercurial does where it asked several questions at once, is not told that
 * fewer bytes came than were announced (`HTTPResponse.read` with a length). Over ssh an announced length is not looked at either (`cappedreader` in
 * mercurial/util.py). Seen with Python 3.11 and Mercurial 6.3: `hg debugpushkey` of a server with bookmarks ended with 0 and named none, or half of one.
 */
const EXTENSION = `import sys

from mercurial import error, util

if hasattr(util, 'cappedreader'):

    class wholereader(util.cappedreader):
        def read(self, n=-1):
            wanted = self._left if n < 0 else min(n, self._left)
            data = super(wholereader, self).read(n)
            if len(data) < wanted:
                raise error.Abort(b'stream ended unexpectedly (got %d bytes, expected %d)' % (len(data), wanted))
            return data

    util.cappedreader = wholereader

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
