/**
 * What hosts answer, as people and other programs wrote it down: the tests of agentx (`TestClassifyAccess`) and monoceros
 * (`STDERR_SAMPLES`, taken from real failures), gitolite's own (`DENIED by fallthru`), GitLab's, GitHub's and Azure DevOps' documents.
 */
import { expect, test } from 'vitest';
import { asFailure } from '../failures/as-failure.ts';
import { mayPass } from '../network/patience.ts';
import { gitFailure } from './failures.ts';
import { serverWords } from './server-words.ts';

const SSH = 'git@git.example.com:acme/tool.git';
const WEB = 'https://git.example.com/acme/tool';
/** What git adds to everything that ssh ended with. */
const END =
  'fatal: Could not read from remote repository.\n\nPlease make sure you have the correct access rights\nand the repository exists.\n';
const FRAME = '='.repeat(72);
const refusedWith = (status: number) =>
  `fatal: unable to access '${WEB}/': The requested URL returned error: ${status}\n`;

const OVER_SSH: [whom: string, stderr: string, key: string, said: string][] = [
  [
    'GitHub, who may not',
    'ERROR: Permission to acme/tool.git denied to anna.\n',
    'git.refused',
    'Permission to acme/tool.git denied to anna.',
  ],
  [
    'GitHub, single sign-on',
    "ERROR: The 'acme' organization has enabled or enforced SAML SSO.\n",
    'git.refused',
    "The 'acme' organization has enabled or enforced SAML SSO.",
  ],
  [
    'GitHub, archived',
    'ERROR: This repository was archived so it is read-only.\n',
    'git.refused',
    'This repository was archived so it is read-only.',
  ],
  ['GitHub, none', 'ERROR: Repository not found.\n', 'git.not_found_there', 'Repository not found.'],
  [
    'GitLab, none',
    `remote: \nremote: ${FRAME}\nremote: \nremote: ERROR: The project you were looking for could not be found or you don't have permission to view it.\nremote: \nremote: ${FRAME}\nremote: \n`,
    'git.not_found_there',
    "The project you were looking for could not be found or you don't have permission to view it.",
  ],
  [
    'GitLab, closed',
    'remote: GitLab is currently in maintenance.\n',
    'git.refused',
    'GitLab is currently in maintenance.',
  ],
  [
    'gitolite',
    'FATAL: R any tool anna DENIED by fallthru\n(or you mis-spelled the reponame)\n',
    'git.refused',
    'R any tool anna DENIED by fallthru (or you mis-spelled the reponame)',
  ],
  [
    'Bitbucket',
    'repository access denied. access via a deployment key is read-only.\n',
    'git.refused',
    'repository access denied. access via a deployment key is read-only.',
  ],
  ['Gitea', 'Gitea: Unauthorized\n', 'git.refused', 'Gitea: Unauthorized'],
  [
    'Forgejo',
    'Forgejo: Cannot find repository: acme/tool\n',
    'git.not_found_there',
    'Forgejo: Cannot find repository: acme/tool',
  ],
  [
    'a system without a shell',
    'This account is currently not available.\n',
    'git.refused',
    'This account is currently not available.',
  ],
];

test.each(OVER_SSH)('over ssh the words of the server are told: %s', (_whom, stderr, key, said) => {
  const failure = gitFailure(stderr + END, SSH, false);
  expect(failure).toMatchObject({ key, parameters: { url: SSH, said } });
  expect(failure.message).toContain(`It says: ${said}`);
});

// As curl says it, on Windows the second.
test.each([
  'Recv failure: Connection reset by peer',
  'Recv failure: Connection was reset',
  'Send failure: Broken pipe',
])('a line of https that went may be back: %s', (said) => {
  const failure = gitFailure(`fatal: unable to access '${WEB}/': ${said}\n`, WEB, false);
  expect(mayPass(failure)).toBe(true);
});

const GREETINGS = [
  'UNAUTHORIZED ACCESS TO THIS DEVICE IS PROHIBITED\nAccess denied to all others.\n',
  'What is not found in the list of machines does not exist here.\n',
  'If the connection is refused, timed out or reset, call 123. No space left on device? Call 456.\n',
  '###\n# Whoever fails at host key verification failed the certificate of our course.\n###\n',
  'git: not found in this office\r\nOut of memory is no excuse\r\n',
];
test.each(GREETINGS)('no words of the greeting of an SSH server choose what is told: %j', (greeting) => {
  const answers = [
    ...OVER_SSH.filter(([whom]) => !/^(?:Bitbucket|a system)/.test(whom)).map(([, stderr]) => stderr),
    'Connection closed by 203.0.113.4 port 22\n',
    'kex_exchange_identification: read: Connection reset by peer\nConnection reset by 203.0.113.4 port 22\n',
    'git@git.example.com: Permission denied (publickey).\r\n',
    'ssh: connect to host git.example.com port 22: Connection refused\n',
    'bash: line 1: git-upload-pack: command not found\n',
    "fatal: '/srv/none.git' does not appear to be a git repository\n",
    "fatal: detected dubious ownership in repository at '/srv/tool'\n",
    'fatal: write error: No space left on device\n',
    GUESS,
  ];
  for (const stderr of answers) {
    const { key, parameters } = gitFailure(stderr + END, SSH, false);
    expect(gitFailure(greeting + stderr + END, SSH, false), stderr).toMatchObject({ key, parameters });
  }
});

test.each([
  ['nothing was said', '', 'git.no_answer'],
  ['the server hung up', 'Connection closed by 203.0.113.4 port 22\n', 'connection.broken_off'],
  [
    'before the keys',
    'kex_exchange_identification: Connection closed by remote host\nConnection closed by 203.0.113.4 port 22\n',
    'connection.broken_off',
  ],
  [
    'an old server',
    'Unable to negotiate with 203.0.113.4 port 22: no matching host key type found. Their offer: ssh-rsa,ssh-dss\n',
    'ssh.nothing_in_common',
  ],
  ['no key', 'git@git.example.com: Permission denied (publickey).\n', 'ssh.no_key_taken'],
  [
    'more keys than the server looks at',
    'Received disconnect from 203.0.113.4 port 22:2: Too many authentication failures\nDisconnected from 203.0.113.4 port 22\n',
    'ssh.too_many_keys',
  ],
  // Heard from git 2.39 with an `echo Welcome` in front of its upload-pack.
  // From OpenSSH 9.2 with the banner that the CIS benchmark asks for.
  [
    'a banner before a repository that is not there',
    "UNAUTHORIZED ACCESS TO THIS DEVICE IS PROHIBITED\nAccess denied to all others.\nfatal: '/srv/none.git' does not appear to be a git repository\n",
    'git.not_found',
  ],
  ['a shell that greets', 'fatal: protocol error: bad line length character: Welc\n', 'ssh.talks'],
])('over ssh, %s', (_what, stderr, key) => {
  expect(gitFailure(stderr + END, SSH, false)).toMatchObject({ key });
});

test.each([
  [
    'GitHub, who may not',
    `remote: Permission to acme/tool.git denied to anna.\n${refusedWith(403)}`,
    'credentials.not_allowed',
    'Permission to acme/tool.git denied to anna.',
  ],
  [
    'GitHub, a password',
    `remote: Invalid username or token. Password authentication is not supported for Git operations.\nfatal: Authentication failed for '${WEB}/'\n`,
    'git.login_refused',
    'Invalid username or token. Password authentication is not supported for Git operations.',
  ],
  [
    'GitHub, addresses',
    `remote: Although you appear to have the correct authorization credentials,\nremote: the \`acme\` organization has an IP allow list enabled.\n${refusedWith(403)}`,
    'credentials.not_allowed',
    'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled.',
  ],
  [
    'Azure DevOps',
    `remote: TF401027: You need the Git 'GenericRead' permission to perform this action.\n${refusedWith(403)}`,
    'credentials.not_allowed',
    "TF401027: You need the Git 'GenericRead' permission to perform this action.",
  ],
  [
    'GitHub, archived, over HTTP',
    `remote: This repository was archived so it is read-only.\n${refusedWith(403)}`,
    'credentials.not_allowed',
    'This repository was archived so it is read-only.',
  ],
  [
    'Bitbucket, a plan',
    `remote: [ALERT] Your push failed because the account 'acme' has exceeded its\nremote: [ALERT] user limit and this repository is restricted to read-only access.\n${refusedWith(402)}`,
    'connection.http_refused',
    "[ALERT] Your push failed because the account 'acme' has exceeded its [ALERT] user limit and this repository is restricted to read-only access.",
  ],
  [
    'GitLab, for a while',
    `remote: GitLab: The repository is temporarily read-only. Please try again later.\n${refusedWith(503)}`,
    'connection.server_busy',
    'GitLab: The repository is temporarily read-only. Please try again later.',
  ],
  [
    'GitLab, none',
    `remote: The project you were looking for could not be found or you don't have permission to view it.\nfatal: repository '${WEB}/' not found\n`,
    'git.not_found_there',
    "The project you were looking for could not be found or you don't have permission to view it.",
  ],
])('over HTTP too: %s', (_whom, stderr, key, said) => {
  expect(gitFailure(stderr, WEB, true)).toMatchObject({ key, parameters: { url: WEB, said } });
});

test.each([
  [refusedWith(401), 'credentials.login_refused'],
  [refusedWith(403), 'credentials.not_allowed'],
  [refusedWith(404), 'git.not_found'],
  [refusedWith(400), 'connection.http_refused'],
  [refusedWith(429), 'connection.server_busy'],
  [refusedWith(500), 'connection.server_busy'],
  [refusedWith(501), 'connection.http_refused'],
  [refusedWith(503), 'connection.server_busy'],
  [
    // A web server that hands out files (http-walker.c, with the words of libcurl's CURLE_PARTIAL_FILE).
    'error: Unable to get pack file https://host.example/objects/pack/pack-a6ca6228984e11a002d4fbc6958261dd6006f396.pack\ntransfer closed with 60904 bytes remaining to read\nerror: Unable to find 86db2d0ade3250739d6e99cef547a9bc413141e9 under https://host.example\nCannot obtain needed object 86db2d0ade3250739d6e99cef547a9bc413141e9\nerror: fetch failed.\n',
    'connection.broken_off',
  ],
  [
    'error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413\nsend-pack: unexpected disconnect while reading sideband packet\nfatal: the remote end hung up unexpectedly\n',
    'connection.too_large',
  ],
  [
    'error: RPC failed; HTTP 504 curl 22 The requested URL returned error: 504\nfatal: expected flush after ref listing\n',
    'connection.server_busy',
  ],
  [
    'error: RPC failed; HTTP 415 curl 22 The requested URL returned error: 415\nfatal: expected flush after ref listing\n',
    'connection.http_refused',
  ],
  [
    'error: RPC failed; HTTP 200 curl 18 transfer closed with outstanding read data remaining\nfatal: early EOF\n',
    'connection.broken_off',
  ],
  [
    'error: RPC failed; HTTP 307 curl 22 The requested URL returned error: 307\nfatal: the remote end hung up unexpectedly\n',
    'connection.http_refused',
  ],
  ['error: RPC failed; curl 56 GnuTLS recv error (-54)\nfatal: early EOF\n', 'connection.broken_off'],
  // A server, or the proxy before it, that is ended between two requests (curl's error 52).
  ["fatal: unable to access 'https://git.example.com/tool.git/': Empty reply from server\n", 'connection.broken_off'],
])('a status is told apart from a missing repository: %s', (stderr, key) => {
  expect(gitFailure(stderr, WEB, true)).toMatchObject({ key });
});

test('a server whose disk is full is told as that, and a folder of this machine as this machine’s', () => {
  const full = 'remote: fatal: write error: No space left on device\nfatal: early EOF\n';
  const there = asFailure(gitFailure(full, WEB, false));
  expect(there).toMatchObject({
    key: 'git.server_stopped',
    parameters: { said: 'write error: No space left on device' },
  });
  expect(asFailure(gitFailure(full, 'file:///srv/tool.git', false))).toMatchObject({ key: 'disk.full' });
});

const GUESS =
  'remote: aborting due to possible repository corruption on the remote side.\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output\n';
test.each([
  // A packObjectsHook of Debian's git 2.39 behind nginx that ends in the middle.
  ['remote: quota of the mirror is used up\n', 'git.server_stopped', 'quota of the mirror is used up'],
  [
    'remote: Enumerating objects: 5, done.\nremote: Counting objects:  50% (1/2)\rremote: fatal: Out of memory, malloc failed (tried to allocate 905574791 bytes)\n',
    'git.server_gave_up',
    'Out of memory, malloc failed (tried to allocate 905574791 bytes)',
  ],
  [
    'remote: fatal: unable to create thread: Resource temporarily unavailable\n',
    'git.server_stopped',
    'unable to create thread: Resource temporarily unavailable',
  ],
  [
    'remote: fatal: packed object 9f1c (stored in ./objects/pack/pack-1.pack) is corrupt\n',
    'git.objects_missing',
    undefined,
  ],
  ['remote: Enumerating objects: 5, done.\n', 'git.objects_missing', undefined],
])('git guesses at damage whatever ended a server; its reason is told: %s', (stderr, key, said) => {
  const failure = gitFailure(stderr + GUESS, WEB, false);
  expect([failure.key, failure.parameters.said]).toEqual([key, said]);
});

test('nobody is asked for a password where there is none to give', () => {
  const url = 'git://git.example.com/tool';
  const stderr = 'fatal: remote error: access denied or repository not exported: /tool\n';
  const said = 'access denied or repository not exported: /tool';
  expect(gitFailure(stderr, url, false)).toMatchObject({ key: 'git.refused', parameters: { said } });
});

test('of a folder of this machine nothing is taken for words of a server', () => {
  const stderr = "fatal: '/srv/tool' does not appear to be a git repository\n";
  expect(gitFailure(stderr + END, '/srv/tool', false)).toMatchObject({ key: 'git.not_found' });
  // git looks into a file for the folder that it stands for: one of something else has no fault that "git fsck" would find.
  const noFolder = 'fatal: invalid gitfile format: /srv/notes.txt\n';
  expect(gitFailure(noFolder + END, '/srv/notes.txt', false)).toMatchObject({ key: 'git.not_found' });
});

test('what a server says is one short line without what a terminal would follow', () => {
  const said = serverWords(`remote: \u001b[31mNo\u001b[0m\u0007 way\u009b2J\r\nremote: ${'a '.repeat(400)}\n`, true);
  expect(said).toMatch(/^No way2J a a .*…$/);
  expect(said).toHaveLength(299);
});

test.each(['fatal: expected flush after capabilities\n', 'fatal: expected flush after ref listing\n'])(
  'a connection over git:// that was cut in the middle of an answer broke off: %j',
  (stderr) => {
    expect(gitFailure(stderr, 'git://git.example.com/tool', false)).toMatchObject({ key: 'connection.broken_off' });
  },
);

// Headers that ended with the connection look to git like those of a server that only hands out files.
test('a push over HTTP that was cut in the headers of an answer broke off', () => {
  const said = (code: number) =>
    `error: Cannot access URL http://git.example.com/tool.git/, return code ${code}\nfatal: git-http-push failed\nerror: failed to push some refs to 'http://git.example.com/tool.git'\n`;
  for (const code of [7, 18, 28, 52, 55, 56]) {
    expect(gitFailure(said(code), 'http://git.example.com/tool.git', false).key).toBe('connection.broken_off');
  }
  // HTTP 403 and 405 of a server that takes no pushes.
  expect(gitFailure(said(22), 'http://git.example.com/tool.git', false).key).toBe('git.takes_no_pushes');
});

const LED = (to: string) =>
  `fatal: unable to update url base from redirection:\n  asked for: ${WEB}/info/refs?service=git-upload-pack\n   redirect: ${to}\n`;

// The words of remote-curl.c and http.c.
test.each([
  [
    `fatal: ${WEB}/info/refs not valid: could not determine hash algorithm; is this a git repository?\n`,
    'git.not_found',
  ],
  [LED('https://git.example.com/users/sign_in'), 'credentials.sign_in_page'],
  [LED('https://login.example.com/adfs/ls?wa=wsignin1.0'), 'credentials.sign_in_page'],
  [LED('https://git.example.com/welcome'), 'git.not_found'],
  [LED('https://git.example.com/acme/login-service/about'), 'git.not_found'],
])('a page in place of a repository: %s', (stderr, key) => {
  expect(gitFailure(stderr, WEB, false)).toMatchObject({ key });
});

test.each([
  'remote: warning: suboptimal pack - out of memory\nremote: fatal: Out of memory, malloc failed (tried to allocate 18 bytes)\nfatal: early EOF\n',
  'remote: fatal: pack-objects died of signal 9\nerror: git upload-pack: git-pack-objects died with error.\nfatal: early EOF\n',
])('what a server ran out of is not called an object too large for this machine: %s', (stderr) => {
  for (const url of [WEB, SSH]) expect(gitFailure(stderr, url, false)).toMatchObject({ key: 'git.server_gave_up' });
  expect(mayPass(gitFailure(stderr, WEB, false))).toBe(true);
});

test.each([
  ['fatal: Out of memory, malloc failed\nfatal: unpack-objects failed\n', WEB, 'object'],
  [
    'fatal: attempting to allocate 2784156609 over limit 2147483648\nfatal: fetch-pack: invalid index-pack output\n',
    SSH,
    'object',
  ],
  ['fatal: attempting to allocate 2784156609 over limit 2147483648\n', WEB, 'answer'],
  ['fatal: Out of memory, realloc failed\nfatal: protocol error: bad pack header\n', SSH, 'answer'],
  ['fatal: Out of memory, malloc failed\n', '/srv/tool', 'object'],
])('what takes too much memory is an object, or what the server says before one: %s %s', (stderr, url, what) => {
  expect(gitFailure(stderr, url, false)).toMatchObject({ key: `git.${what}_too_large` });
});
