/** How often a server hears a wrong password in one look: many lock an account at the third, or the network address. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { detect } from './detection.ts';
import { gitSource } from './git/index.ts';
import { sourcesFor } from './index.ts';
import { mercurialSource } from './mercurial/index.ts';
import { readPage } from './read-page.ts';
import type { ProbeContext, Source } from './source.ts';
import { subversionSource } from './subversion/index.ts';
import { tfvcSource } from './tfvc/index.ts';

const CREDENTIALS = { username: 'ann', password: 'mistyped' };
const BASIC = 'Basic realm="r"';
const DIGEST = 'Digest realm="r", nonce="f00d", algorithm=MD5, qop="auth"';

let folder: string;
let server: Server;
let url: string;
let ways: string[];
/** Logins that were refused, in their order. */
let heard: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry wrong logins '));
  heard = [];
  server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/sso/login') === true) {
      response.setHeader('content-type', 'text/html');
      response.end('<form>Sign in</form>');
      return;
    }
    if (request.headers.authorization !== undefined) heard.push(request.headers.authorization.split(' ')[0] ?? '');
    if (ways.length === 0) response.writeHead(302, { location: '/sso/login?state=secret' }).end();
    else response.writeHead(401, { 'www-authenticate': ways }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const context = (): ProbeContext =>
  ({ credentials: CREDENTIALS, signal: new AbortController().signal, privateFolder: folder }) as ProbeContext;

test.each<[string, Source, string[], string]>([
  ['git', gitSource, [BASIC], 'Basic'],
  ['Subversion', subversionSource, [BASIC], 'Basic'],
  ['Subversion', subversionSource, [DIGEST], 'Digest'],
  ['Mercurial', mercurialSource, [BASIC], 'Basic'],
  ['Mercurial', mercurialSource, [DIGEST], 'Digest'],
  ['Mercurial', mercurialSource, [DIGEST, BASIC], 'Digest'],
  ['Mercurial', mercurialSource, ['Negotiate', BASIC], 'Basic'],
])('%s asks once with a wrong password (%#)', async (_name, source, offered, way) => {
  ways = offered;
  const told = await source.probe(url, context()).catch((error: unknown) => error);
  expect(told).toMatchObject(
    source === subversionSource
      ? { failure: { key: 'subversion.login_refused' } }
      : { key: 'credentials.login_refused' },
  );
  expect(heard).toEqual([way]);
});

test.each([
  ['a wrong password', CREDENTIALS, true],
  ['a name alone', { username: 'ann', password: '' }, false],
])('an address of an unknown kind is told %s by one of all that ask', async (_what, credentials, isWrong) => {
  ways = [BASIC];
  const told = await detect({ url, scheme: 'http' }, sourcesFor('http'), { ...context(), credentials });
  expect(told).toMatchObject({ kind: 'needs_auth', wrong_credentials: isWrong });
  expect(heard).toEqual(['Basic']);
});

test('Team Foundation is told no password where a server takes none but by Digest, which does not show it', async () => {
  ways = [DIGEST];
  expect(await tfvcSource.probe(url, context())).toMatchObject({ kind: 'needs_auth' });
  expect(heard).toEqual([]);
});

test('a page is read with a password only where the server asks for one as it is', async () => {
  for (const [offered, wanted] of [
    [[DIGEST], []],
    [[BASIC], ['Basic']],
  ] as const) {
    [ways, heard] = [[...offered], []];
    expect(await readPage(new URL(url), context())).toBe('');
    expect(heard).toEqual(wanted);
  }
});

test('a server that offers Mercurial nothing but a ticket asks for a login, and is told no password', async () => {
  ways = ['Negotiate'];
  const nobody = { ...context(), credentials: null };
  await expect(mercurialSource.probe(url, nobody)).rejects.toMatchObject({ key: 'credentials.login_needed' });
  await expect(mercurialSource.probe(url, context())).rejects.toMatchObject({ key: 'credentials.login_refused' });
  expect(heard).toEqual([]);
});

test('a nonce that is too old is no refusal, however often a server says so', async () => {
  ways = [`${DIGEST}, stale=true`];
  await expect(mercurialSource.probe(url, context())).rejects.toMatchObject({ key: 'credentials.login_refused' });
  expect(heard).toHaveLength(4);
});

test('a server of tickets alone says so, with a login and without one, and hears no password', async () => {
  ways = ['Negotiate'];
  for (const credentials of [CREDENTIALS, null]) {
    const told = await detect({ url, scheme: 'http' }, sourcesFor('http'), { ...context(), credentials });
    expect(told).toMatchObject({ kind: 'needs_auth', failure: { key: 'credentials.ticket_needed' } });
  }
  expect(heard.filter((way) => way === 'Basic')).toEqual([]);
});

test.each([
  [subversionSource, ['NTLM'], { system: 'Subversion', tickets: false }],
  [subversionSource, ['Negotiate', 'NTLM'], { system: 'Subversion', tickets: true }],
  [mercurialSource, ['NTLM'], { system: 'Mercurial', tickets: false }],
])(
  'a server of Windows accounts alone is told as that where the program has no way to sign in so (%#)',
  async (source, offered, told) => {
    ways = offered;
    for (const credentials of [CREDENTIALS, null]) {
      expect(await detect({ url, scheme: 'http' }, [source], { ...context(), credentials })).toMatchObject({
        kind: 'needs_auth',
        wrong_credentials: false,
        failure: { key: 'credentials.windows_only', parameters: { url, ...told } },
      });
    }
    expect(heard).toEqual([]);
    // Where a password is taken as well, it was wrong.
    ways = ['NTLM', BASIC];
    expect(await detect({ url, scheme: 'http' }, [source], context())).toMatchObject({ wrong_credentials: true });
  },
);

test.each([
  ['git', gitSource],
  ['Subversion', subversionSource],
  ['Mercurial', mercurialSource],
])('%s: a page to sign in is told as that, with a login and without one, and heard none', async (_name, source) => {
  ways = [];
  for (const credentials of [CREDENTIALS, null]) {
    const told = await detect({ url, scheme: 'http' }, [source], { ...context(), credentials });
    expect(told).toMatchObject({ kind: 'needs_auth', wrong_credentials: false });
    expect(told).toMatchObject({ failure: { key: 'credentials.sign_in_page' } });
    expect(JSON.stringify('failure' in told ? told.failure.parameters : {})).not.toContain('secret');
  }
  expect(heard).toEqual([]);
});
