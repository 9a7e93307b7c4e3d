/** How hg answers a web server that asks for a login. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/**
 * Python's handlers (`urllib/request.py`), which Mercurial signs in with, send a Digest that was refused five times more, which locks
 * accounts; and where another way to sign in is offered first (Negotiate, before Basic) or alone they end hg with a traceback, as
 * Digest's looks at the first one only. Mercurial's own for Basic sends a login that was taken once with every request, to whatever
 * server it is led. Seen with Python 3.11 and Mercurial 6.3. A nonce that is too old is no refusal (RFC 7616, 3.3).
 */
const EXTENSION = `import re

from mercurial import url

DIGEST = re.compile(r'digest\\s', re.I)
BASIC = re.compile(r'(?:^|,)\\s*basic(?:\\s|$)', re.I)
STALE = re.compile(r'\\bstale\\s*=\\s*"?true', re.I)
# Nonces of one request that may be too old: a server may say so of all.
MOST = 3
digest = url.httpdigestauthhandler
basic = url.httpbasicauthhandler
askbasic = basic.http_error_auth_reqed


def offered(headers, name):
    read = getattr(headers, 'get_all', None) or headers.getheaders
    return read(name) or []


def sentdigest(handler, req):
    return (req.get_header(handler.auth_header, None) or '').startswith('Digest ')


def askdigestonce(self, auth_header, host, req, headers):
    asked = [way for way in offered(headers, auth_header) if DIGEST.match(way)]
    if not asked:
        return None
    if sentdigest(self, req):
        req.tooold = getattr(req, 'tooold', 0) + 1
        if req.tooold > MOST or not STALE.search(asked[0]):
            return None
    return self.retry_http_digest_auth(req, asked[0])


def askbasicwhereoffered(self, auth_header, host, req, headers):
    if sentdigest(self, req) or not any(BASIC.search(way) for way in offered(headers, auth_header)):
        return None
    self.askedat = serverof(req)
    return askbasic(self, auth_header, host, req, headers)


def serverof(req):
    # Its host is the proxy's, once it went through one.
    return req.get_full_url().split('/')[:3]


def keepauth(self, auth):
    self.keptauth = auth
    self.takenat = getattr(self, 'askedat', None)


def addauthattheserver(self, req):
    if self.auth and serverof(req) == self.takenat:
        req.add_unredirected_header(self.auth_header, self.auth)
    return req


basic.auth = property(lambda self: self.keptauth, keepauth)
basic.http_request = addauthattheserver
basic.https_request = addauthattheserver
digest.http_error_auth_reqed = askdigestonce
basic.http_error_auth_reqed = askbasicwhereoffered
`;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeChallengesExtension(folder: string): string {
  const file = join(folder, 'challenges.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}
