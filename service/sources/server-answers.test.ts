/** What servers of Subversion and Mercurial answer beside what they should, as people wrote it down in issues and questions. */
import { expect, test } from 'vitest';
import { gitFailure } from '../git/failures.ts';
import { mayPass } from '../network/patience.ts';
import { hgFailure } from './mercurial/failures.ts';
import { toolFailure } from './subversion/tool-failure.ts';

const SVN = 'https://svn.example.com/repos/tool';
const CANNOT = `svn: E170013: Unable to connect to a repository at URL '${SVN}'\n`;

test.each([
  ["svn: E175002: Unexpected HTTP status 503 'Service Unavailable' on '/repos/tool'\n", 'connection.server_busy'],
  ["svn: E175002: Unexpected HTTP status 502 'Bad Gateway' on '/repos/tool'\n", 'connection.server_busy'],
  ["svn: E175002: Unexpected server error 500 'Internal Server Error' on '/repos/tool'\n", 'connection.server_busy'],
  ["svn: E175002: Unexpected HTTP status 405 'Method Not Allowed' on '/repos/tool'\n", 'subversion.not_found'],
  [`${CANNOT}svn: E000002: Could not find the requested SVN filesystem\n`, 'subversion.not_found'],
  [`${CANNOT}svn: E720003: Could not find the requested SVN filesystem\n`, 'subversion.not_found'],
  [`${CANNOT}svn: E000013: Could not open the requested SVN filesystem\n`, 'subversion.not_opened_there'],
  [`${CANNOT}svn: E160043: Could not open the requested SVN filesystem\n`, 'subversion.not_opened_there'],
  [`${CANNOT}svn: E175015: The HTTP method 'OPTIONS' is not allowed on '/repos/tool'\n`, 'subversion.not_found'],
  [`svn: E195019: Redirect cycle detected for URL '${SVN}'\n`, 'connection.redirects_round'],
  ['libsvn: Out of memory - terminating application.\n', 'subversion.answer_too_large'],
  [
    'svn: E175009: The XML response contains invalid XML\nsvn: E130003: Malformed XML: out of memory at line 1\n',
    'subversion.answer_too_large',
  ],
  [`${CANNOT}svn: E175013: Access to '/repos/tool' forbidden\n`, 'subversion.forbidden'],
  ['svn: E140001: zlib (uncompress): corrupt data: Decompression of svndiff data failed\n', 'subversion.damaged'],
  ["svnadmin: E160062: Malformed node revision ID string '/'\n", 'subversion.damaged'],
  ['svn: E200002: Serialized hash malformed key data\n', 'subversion.damaged'],
  ["svn: E200022: Negative revision number found parsing '-5\n'\n", 'subversion.damaged'],
  [
    'svn: E130003: The XML response contains invalid XML\nsvn: E130003: Malformed XML: no element found at line 1\n',
    'subversion.broken_off',
  ],
  [
    'svn: E130003: The XML response contains invalid XML\nsvn: E130003: Malformed XML: mismatched tag at line 7\n',
    'subversion.web_page',
  ],
  // Of mod_dav_svn 1.14, about an author in Latin-1.
  [
    'svn: E175009: The XML response contains invalid XML\nsvn: E130003: Malformed XML: not well-formed (invalid token) at line 11\n',
    'subversion.not_xml',
  ],
])('svn: %s', (stderr, key) => {
  expect(toolFailure('svn', SVN, stderr)).toMatchObject({ key });
});

test('svnadmin: what it does not find in the folder that it reads is missing there', () => {
  const failure = toolFailure(
    'svnadmin',
    '/repos/tool',
    "svnadmin: E160013: File not found: revision 1, path '/projeat'\n",
  );
  expect(failure).toMatchObject({ key: 'subversion.damaged' });
});

test.each([
  "svn: E160033: Failed to load module for FS type 'bdb'\n",
  "svn: E160029: Berkeley DB error for filesystem '/repos/tool/db' while opening environment:\nInvalid argument\n",
])('a history in Berkeley DB is told as one: %s', (stderr) => {
  const { key, message } = toolFailure('svn', '/repos/tool', `svn: E180001: Unable to open repository\n${stderr}`);
  expect(key).toBe('subversion.berkeley_db');
  expect(message).toContain('"svnadmin dump <copy> > <dump>"');
});

test('svnadmin: what it finds in a folder is told with what can be done about it', () => {
  const offsets = "svnadmin: E125012: While reading representation offsets for node-revision '4-1.0-9.r18/8':\n";
  const { key, message } = toolFailure(
    'svnadmin',
    '/repos/tool',
    `${offsets}svnadmin: E125012: Invalid character in hex checksum\n`,
  );
  expect(key).toBe('subversion.not_opened');
  expect(message).toMatch(/node-revision '4-1\.0-9\.r18\/8': Invalid character in hex checksum\. Put a copy/);
  const garbled = 'svnadmin: E000022: Valid UTF-8 data\n(hex: 30)\nfollowed by invalid UTF-8 sequence\n(hex: ae)\n';
  expect(toolFailure('svnadmin', '/repos/tool', garbled)).toMatchObject({ key: 'subversion.damaged' });
});

test('svn: of several lines the one is told that says why', () => {
  const failure = toolFailure('svn', SVN, `${CANNOT}svn: E160029: Could not access revprop times\n`);
  expect(failure.message).toContain('Could not access revprop times.');
});

test('what would turn the words of ours behind it is named', () => {
  const said = 'No \u202egpj.exe';
  const git = gitFailure(`fatal: remote error: ${said}\n`, 'https://git.example.com/tool', true);
  const svn = toolFailure('svn', SVN, `svn: E160029: ${said}\n`);
  const hg = hgFailure(`remote: ${said}\nabort: push failed\n`, 'https://hg.example.com/tool', true);
  for (const failure of [git, svn, hg]) {
    expect(failure.message).toContain('No U+202Egpj.exe.');
    expect(failure.message).not.toContain('\u202e');
  }
});

const HG = 'https://hg.example.com/tool';

test.each([
  ['abort: HTTP Error 503: Service Unavailable\n', 'connection.server_busy'],
  ['abort: HTTP Error 429: Too Many Requests\n', 'connection.server_busy'],
  [
    'abort: HTTP Error 301: The HTTP server returned a redirect error that would lead to an infinite loop.\n',
    'connection.redirects_round',
  ],
  ['abort: HTTP Error 404: Not Found\n', 'mercurial.not_found'],
  ['abort: HTTP Error 410: Gone\n', 'mercurial.not_found'],
  ['abort: HTTP Error 400: Bad Request\n', 'connection.http_refused'],
  ['abort: HTTP Error 405: Method Not Allowed\n', 'connection.http_refused'],
  ['abort: stream ended unexpectedly (got 0 bytes, expected 4)\n', 'connection.broken_off'],
  ['abort: HTTP request error (incomplete response; expected 4 bytes got 0)\n', 'connection.broken_off'],
  ['abort: remote error:\nreading is denied to anna\n', 'mercurial.refused'],
  ['abort: out of memory\n', 'mercurial.answer_too_large'],
])('hg: %s', (stderr, key) => {
  expect(hgFailure(stderr, HG, true)).toMatchObject({ key });
});

test('hg: what the server said is told; the same end of a file of this machine is damage', () => {
  expect(hgFailure('remote: This repository was moved.\nabort: push failed\n', HG, true)).toMatchObject({
    ...{ key: 'mercurial.refused', parameters: { said: 'This repository was moved.' } },
  });
  const short = 'abort: stream ended unexpectedly (got 0 bytes, expected 4)\n';
  const lacking = "abort: No such file or directory: '/srv/tool.hg/.hg/store/requires'\n";
  for (const stderr of [short, lacking])
    expect(hgFailure(stderr, '/srv/tool.hg', false)).toMatchObject({ key: 'mercurial.unreadable' });
});

test('a certificate that is refused is that of where a server of http sends on to', () => {
  const hg = 'abort: error: [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate\n';
  const git = "fatal: unable to access 'http://host.example/tool/': server certificate verification failed.\n";
  const address = 'http://host.example/tool';
  for (const failure of [hgFailure(hg, address, false), gitFailure(git, address, false)])
    expect(failure.message).toMatch(/sends on to an address of https, and the certificate there was refused/);
});

test.each([
  'bash: line 1: git-upload-pack: command not found\n',
  'sh: 1: git-upload-pack: not found\n',
  'zsh:1: command not found: git-upload-pack\n',
])('a server without git is told from one without the repository: %s', (stderr) => {
  const end = 'fatal: Could not read from remote repository.\n';
  const without = { key: 'ssh.no_program', parameters: { program: 'git-upload-pack' } };
  expect(gitFailure(stderr + end, 'anna@git.example.com:tool', false)).toMatchObject(without);
  expect(gitFailure(stderr + end, '/srv/tool', false)).not.toMatchObject(without);
});

// As svn says it of http on Windows, macOS and Linux: none of them names what it could not do.
test.each([
  [
    'E730061: Error running context: No connection could be made because the target machine actively refused it.',
    'no_server',
  ],
  [
    'E730060: Error running context: A connection attempt failed because the connected party did not respond',
    'no_server',
  ],
  ['E000065: Error running context: No route to host', 'no_server'],
  ['E000101: Error running context: Network is unreachable', 'no_server'],
  ['E730054: Error running context: An existing connection was forcibly closed by the remote host.', 'broken_off'],
])('a network that is in the way of svn: %s', (said, key) => {
  const failure = toolFailure('svn', 'http://svn.example.com/tool', `${CANNOT}svn: ${said}\n`);
  expect(failure).toMatchObject({ kind: 'unreachable', key: `subversion.${key}` });
});

// As svn 1.14.2 says it where a server closes the line at a PROPFIND behind answers, or refuses a login there that it took before.
test('no answer at all in the middle of a session is a line that broke off, and says nothing of what is there', () => {
  const said = "svn: E175002: Unexpected HTTP status 0 '(null)' on '/tool'\n";
  expect(toolFailure('svn', 'http://svn.example.com/tool', said)).toMatchObject({
    kind: 'unreachable',
    key: 'subversion.broken_off',
  });
});

// From people whose svn had no modules of SASL, as 1.7 and later say it.
test('a server whose ways to sign in this machine has not is no wrong password', () => {
  const sasl = `svn: E210007: Unable to connect to a repository at URL 'svn://svn.example.com/tool'\nsvn: E210007: Cannot negotiate authentication mechanism\n`;
  expect(toolFailure('svn', 'svn://svn.example.com/tool', sasl)).toMatchObject({ key: 'subversion.no_mechanism' });
  // Of svnserve 1.14.2 with min-encryption = 128 and mech_list: CRAM-MD5, which encrypts nothing.
  const none = `svn: E170013: Unable to connect to a repository at URL 'svn://svn.example.com/tool'\nsvn: E170001: Could not obtain the list of SASL mechanisms\n`;
  expect(toolFailure('svn', 'svn://svn.example.com/tool', none)).toMatchObject({
    key: 'subversion.no_mechanism_offered',
  });
});

test('a web server without WebDAV has no Subversion repository', () => {
  const plain = `${CANNOT}svn: E200007: The requested feature is not supported by '/tool'\n`;
  expect(toolFailure('svn', 'http://svn.example.com/tool', plain)).toMatchObject({ key: 'subversion.not_found' });
});

// As OpenSSH 9.2 and Subversion 1.14 say it.
test.each([
  ["fatal: unrecognized command 'svnserve -t'\n", "fatal: unrecognized command 'svnserve -t'"],
  ['WARNING: Your password has expired.\nPassword change required but no TTY available.\n', /^WARNING: .* no TTY/],
])('an account that runs no svnserve is no connection that broke off: %j', (told, said) => {
  const end = `${CANNOT}svn: E210002: Network connection closed unexpectedly\n`;
  const failure = toolFailure('svn', 'svn+ssh://svn.example.com/tool', told + end);
  expect(failure).toMatchObject({ key: 'ssh.other_program', parameters: { program: 'svnserve' } });
  expect(failure.parameters.said).toMatch(said);
  const went = 'Connection to svn.example.com closed by remote host.\n';
  expect(toolFailure('svn', 'svn+ssh://svn.example.com/tool', went + end)).toMatchObject({
    key: 'subversion.broken_off',
  });
  expect(toolFailure('svn', 'svn://svn.example.com/tool', end)).toMatchObject({ key: 'subversion.broken_off' });
  // Somebody may have ended it there.
  const silent = toolFailure('svn', 'svn+ssh://svn.example.com/tool', end);
  expect([silent.key, mayPass(silent)]).toEqual(['ssh.ended_at_once', true]);
});

test.each([
  'UNAUTHORIZED ACCESS IS PROHIBITED\nAuthentication failed means goodbye\n',
  'No space left on device? Connection refused, timed out? Call 123.\n',
  'hg: not found in this office\nThe certificate of our course counts\n',
])('no words of the greeting of an SSH server choose what is told: %j', (greeting) => {
  const at = 'svn+ssh://svn.example.com/tool';
  const svn = [
    `${CANNOT}svn: E210005: No repository found in '${at}'\n`,
    'svn: E170001: Authorization failed\n',
    'anna@svn.example.com: Permission denied (publickey).\nsvn: E210002: Network connection closed unexpectedly\n',
    'bash: svnserve: command not found\nsvn: E210002: Network connection closed unexpectedly\n',
  ];
  for (const said of svn)
    expect(toolFailure('svn', at, greeting + said).key, said).toBe(toolFailure('svn', at, said).key);
  const there = 'ssh://hg.example.com/tool';
  const hg = [
    'remote: abort: repository /srv/tool not found\n',
    'remote: anna@hg.example.com: Permission denied (publickey).\n',
    'remote: sh: 1: hg: not found\n',
  ].map((said) => `${said}abort: no suitable response from remote hg\n`);
  for (const said of hg)
    expect(hgFailure(greeting.replace(/^(?=.)/gm, 'remote: ') + said, there, false).key, said).toBe(
      hgFailure(said, there, false).key,
    );
});

test('so is one without svnserve or hg', () => {
  const svn = `bash: svnserve: command not found\n${CANNOT}svn: E210002: Network connection closed unexpectedly\n`;
  expect(toolFailure('svn', 'svn+ssh://svn.example.com/tool', svn)).toMatchObject({ key: 'ssh.no_program' });
  const hg = 'remote: sh: 1: hg: not found\nabort: no suitable response from remote hg\n';
  expect(hgFailure(hg, 'ssh://hg.example.com/tool', false)).toMatchObject({ key: 'ssh.no_program' });
});
