/** What hg says when its connection to a server is cut: most of it heard from hg 6.3, cut at chance places. */
import { expect, it } from 'vitest';
import { mayPass } from '../../network/patience.ts';
import { hgFailure } from './failures.ts';

const WEB = 'https://hg.example.org/tool';
const SSH = 'ssh://hg.example.org//srv/tool';

it.each([
  ["abort: error: bad HTTP status line: ''\n", 'connection.broken_off'],
  ['abort: error: bad HTTP status line: HTTP/1.\n', 'connection.broken_off'],
  ['abort: error: bad HTTP status line: HTTP/1.1 2\n', 'connection.broken_off'],
  ['abort: error: incomplete response: its headers do not end\n', 'connection.broken_off'],
  ['abort: unfulfilled batch command response\n', 'connection.broken_off'],
  ['remote: killed!\nabort: no suitable response from remote hg\n', 'connection.broken_off'],
  ["abort: unexpected response:\n 'd4c8682671456bb961'\n", 'connection.broken_off'],
  ['abort: stream ended unexpectedly (got 19 bytes, expected 4096)\n', 'connection.broken_off'],
  [
    'abort: HTTP request error (incomplete response; expected 2153 bytes got 1503)\n(this may be an intermittent network failure)\n',
    'connection.broken_off',
  ],
  [
    '    binremotemarks[name] = bin(node)\n                           ^^^^^^^^^\nbinascii.Error: Odd-length string\n',
    'connection.broken_off',
  ],
  ['ValueError: not enough values to unpack (expected 2, got 1)\n', 'connection.broken_off'],
  ['http.client.IncompleteRead: IncompleteRead(0 bytes read, 513 more expected)\n', 'connection.broken_off'],
  ['abort: error: Connection reset by peer\n', 'connection.broken_off'],
  // Python's on Windows.
  [
    'abort: error: [WinError 10061] No connection could be made because the target machine actively refused it\n',
    'connection.no_answer',
  ],
  ['abort: error: TLS/SSL connection has been closed (EOF) (_ssl.c:992)\n', 'network.tls_failed'],
  ['abort: error: EOF occurred in violation of protocol (_ssl.c:1007)\n', 'network.tls_failed'],
])('%j may pass', (stderr, key) => {
  const failure = hgFailure(stderr, WEB, false);
  expect(failure).toMatchObject({ key });
  expect(mayPass(failure)).toBe(true);
});

it('an ssh server whose line went may be back', () => {
  const went =
    'remote: Connection to hg.example.org closed by remote host.\nabort: no suitable response from remote hg\n';
  expect(hgFailure(went, SSH, false)).toMatchObject({ key: 'connection.broken_off' });
});

it('what hg on the server cannot open is its own matter', () => {
  const told = 'remote: abort: accessing `persistent-nodemap` repository without associated fast implementation.\n';
  const failure = hgFailure(`${told}abort: no suitable response from remote hg\n`, SSH, false);
  expect(failure).toMatchObject({ key: 'mercurial.refused' });
  expect(failure.message).toContain('without associated fast implementation');
});

// As OpenSSH 9.2 and Mercurial 6.3 say it: no shell, a forced command; git-shell; a password that has expired.
it.each([
  [
    "remote: fatal: unrecognized command 'hg -R /srv/x serve --stdio'\n",
    "fatal: unrecognized command 'hg -R /srv/x serve --stdio'",
  ],
  ['remote: WARNING: Your password has expired.\n', 'WARNING: Your password has expired.'],
])('an account that runs no hg is no repository that is not there: %j', (told, said) => {
  const failure = hgFailure(`${told}abort: no suitable response from remote hg\n`, SSH, false);
  expect(failure).toMatchObject({ key: 'ssh.other_program', parameters: { program: 'hg', said } });
});

it('an hg that ends before it says a word is not called something else, and may be back', () => {
  const failure = hgFailure('abort: no suitable response from remote hg\n', SSH, false);
  expect(failure).toMatchObject({ key: 'ssh.ended_at_once', parameters: { program: 'hg' } });
  expect(mayPass(failure)).toBe(true);
});

it.each([
  ['abort: error: bad HTTP status line: SSH-2.0-OpenSSH_9.2\n', WEB, 'mercurial.unreadable'],
  [
    "abort: 'https://hg.example.org/tool/' does not appear to be an hg repository:\n---%<--- (text/html)\n<p>Hello\n---%<---\n",
    WEB,
    'mercurial.not_found',
  ],
  [
    'remote: abort: repository /srv/tool not found\nabort: no suitable response from remote hg\n',
    SSH,
    'mercurial.not_found',
  ],
  // hg 6.3 with its extension for large files, of a repository on a plain web server.
  ["AttributeError: 'statichttprepository' object has no attribute 'commandexecutor'\n", WEB, 'mercurial.static'],
  ['abort: error: certificate error: no certificate received\n', WEB, 'connection.certificate_refused'],
  // Of a bundle of this machine: damage.
  ['abort: stream ended unexpectedly (got 19 bytes, expected 4096)\n', '/srv/tool.hg', 'mercurial.unreadable'],
])('%j does not', (stderr, url, key) => {
  const failure = hgFailure(stderr, url, false);
  expect(failure).toMatchObject({ key });
  expect(mayPass(failure)).toBe(false);
});

it('a login that the server knows and lets do nothing is not called a wrong one', () => {
  const url = 'https://hg.example.com/tool';
  expect(hgFailure('abort: HTTP Error 403: Forbidden\n', url, true).key).toBe('credentials.not_allowed');
  expect(hgFailure('abort: HTTP Error 401: Unauthorized\n', url, true).key).toBe('credentials.login_refused');
  expect(hgFailure('abort: HTTP Error 403: Forbidden\n', url, false).key).toBe('credentials.login_needed');
});

it.each([
  ['https://hg.example.com/tool/', 'https://hg.example.com/tool'],
  ['https://hg.example.com/a%7Eb/with space', 'https://hg.example.com/a~b/with%20space'],
  ['https://HG.example.com:443/tool', 'https://hg.example.com/tool'],
])('a login is asked for at %s itself, however hg writes it', (url, written) => {
  const stderr = `abort: http authorization required for ${written}\n`;
  expect(hgFailure(stderr, url, false)).toMatchObject({ key: 'credentials.login_needed' });
});

it('what a repository asks of hg that this one does not know is named; of a server’s hg its own words are', () => {
  const asked =
    'abort: repository requires features unknown to this Mercurial: new-format other-one\n(see https://…)\n';
  const here = hgFailure(asked, '/srv/tool', false);
  expect(here.message).toContain(
    "a feature that this machine's Mercurial does not know (new-format, other-one). Install",
  );
  const there = hgFailure(`remote: ${asked}abort: no suitable response from remote hg\n`, SSH, false);
  expect(there).toMatchObject({ key: 'mercurial.refused' });
  expect(there.message).toContain('new-format');
});
