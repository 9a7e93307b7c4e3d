/** How hg gets a login: as a line on its standard input. No file, argument or variable holds it. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';

/** The entry of `[auth]` that says which host and path the login is for. */
export const LOGIN_ENTRY = 'source';

/**
 * Mercurial chooses the entry of `[auth]` by scheme, host and path (`readauthforuri` in `mercurial/httpconnection.py`,
 * there since 2.0); the extension puts the login into what it chose, so that a redirect elsewhere gets nothing.
 */
const EXTENSION = `import json
import sys

from mercurial import httpconnection, pycompat

if sys.version_info[0] > 2:
    # Mercurial takes ASCII only here; a letter of another alphabet ends it with a traceback.
    pycompat.strurl = lambda url: url.decode('latin-1') if isinstance(url, bytes) else url
    pycompat.bytesurl = lambda url: url.encode('latin-1') if isinstance(url, str) else url


def uisetup(ui):
    given = json.loads(getattr(sys.stdin, 'buffer', sys.stdin).readline().decode('utf-8'))
    login = {name.encode('utf-8'): text.encode('utf-8') for name, text in given.items()}
    choose = httpconnection.readauthforuri

    def withlogin(ui, uri, user):
        found = choose(ui, uri, user)
        if found is None or found[0] != b'${LOGIN_ENTRY}':
            return found
        entry = dict(found[1])
        entry.update(login)
        return found[0], entry

    httpconnection.readauthforuri = withlogin
`;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeLoginExtension(folder: string): string {
  const file = join(folder, 'login_extension.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}

/** What the extension reads. */
export function loginLine({ username, password }: Credentials): string {
  return `${JSON.stringify({ username, password })}\n`;
}
