/** Where `html_url`, `avatar_url`, `branches_url` and `archive_url` lead. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startServer } from '../loopback/server.ts';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream } from '../testing/git-sources.ts';

let clock = Date.now();
let engine: TestEngine;
let server: ApiServer;
let folder: string;
const owner = basic(OWNER.login, OWNER.password);
const stranger = basic('stranger', 'a long password');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry pages '));
  engine = await startTestEngine(undefined, { now: () => clock });
  server = await startServer(engine.service, 0);
  await engine.api('POST', '/admin/users', { login: 'stranger', password: 'a long password' });
  await engine.api('POST', '/admin/organizations', { login: 'hidden' });
  await engine.api('POST', '/orgs/hidden/repos', { name: 'only', private: true });
  const description = '<script>alert(1)</script> & "more"';
  await engine.api('POST', '/orgs/acme/repos', { name: 'open', description });
  await engine.api('POST', '/orgs/acme/repos', { name: 'secret', private: true });
  await engine.api('POST', '/orgs/acme/repos', { name: 'empty' });
  const more = 'reset refs/heads/topic/one\nfrom :2\n\nreset refs/tags/v1\nfrom :1\n\n';
  for (const name of ['open', 'secret'])
    git(path(name), ['fast-import', '--quiet'], { input: historyStream(5, undefined, more) });
});
afterAll(async () => {
  await server.close();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const path = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);
const repository = async (name: string) =>
  (await (await fetch(`${server.baseUrl}/repos/acme/${name}`, { headers: owner })).json()) as Record<string, string> & {
    owner: Record<string, string>;
  };
const status = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;

test('pages of repositories and accounts: plain, with the rights of the repository, and no challenge', async () => {
  const open = await repository('open');
  const page = await fetch(open.html_url as string);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain(`git clone ${open.clone_url}`);
  expect(text).not.toContain('<script');
  expect(text).toContain('&#60;script');
  const { html_url = '' } = await repository('secret');
  for (const headers of [{}, stranger]) {
    const refused = await fetch(html_url, { headers });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([404, null]);
  }
  expect(await status(html_url, owner)).toBe(200);
  expect(await status(open.owner.html_url as string)).toBe(200);
  expect(await (await fetch(open.owner.html_url as string)).text()).not.toContain('secret');
  expect(await (await fetch(open.owner.html_url as string, { headers: owner })).text()).toContain('secret');
  const origin = new URL(server.baseUrl).origin;
  expect([await status(`${origin}/hidden`), await status(`${origin}/nobody-at-all`)]).toEqual([404, 404]);
  expect(await status(`${origin}/hidden`, owner)).toBe(200);
  // A page that a browser shows must not make it ask for a login.
  const browser = { 'sec-fetch-site': 'cross-site' };
  expect(await status(`${origin}/acme/secret.git/info/refs?service=git-upload-pack`, browser)).toBe(403);
});

test('avatars are pictures, and tell nobody who is there', async () => {
  const { avatar_url = '' } = (await repository('open')).owner;
  const picture = async (url: string) => {
    const answer = await fetch(url);
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  };
  const first = await picture(avatar_url);
  expect(first.slice(0, 2)).toEqual([200, 'image/svg+xml']);
  expect(await picture(avatar_url)).toEqual(first);
  expect((await picture(avatar_url.replace('acme', 'nobody-at-all')))[0]).toBe(200);
  expect((await picture(avatar_url.replace('acme', 'other')))[2]).not.toBe(first[2]);
});

test('branches, one of them with a slash', async () => {
  const { branches_url = '' } = await repository('open');
  const list = branches_url.replace('{/branch}', '');
  const answer = await fetch(list, { headers: owner });
  const main = git(path('open'), ['rev-parse', 'main']);
  expect(await answer.json()).toMatchObject([{ name: 'main', commit: { sha: main } }, { name: 'topic/one' }]);
  const second = await fetch(`${list}?per_page=1&page=2`, { headers: owner });
  expect(await second.json()).toMatchObject([{ name: 'topic/one' }]);
  expect(await (await fetch(`${list}/topic/one`, { headers: owner })).json()).toMatchObject({ name: 'topic/one' });
  expect(await status(`${list}/none`, owner)).toBe(404);
  expect(await status(list, stranger)).toBe(404);
  expect(await status(list)).toBe(401);
});

test('archives of the default branch, a branch, a tag, a commit; nothing else is one', async () => {
  const { archive_url = '' } = await repository('open');
  const at = (format: string, ref: string) => archive_url.replace('{archive_format}', format).replace('{/ref}', ref);
  const main = git(path('open'), ['rev-parse', 'main']);
  for (const ref of ['', '/main', `/${main}`, '/refs/heads/main']) {
    const answer = await fetch(at('tarball', ref), { headers: owner });
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=acme-open-${main.slice(0, 7)}.tar.gz`);
    const file = join(folder, 'a.tar.gz');
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n');
    expect(names).toContain(`acme-open-${main.slice(0, 7)}/dir5/file5.txt`);
  }
  const zip = Buffer.from(await (await fetch(at('zipball', '/topic/one'), { headers: owner })).arrayBuffer());
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  expect(await status(at('tarball', '/v1'), owner)).toBe(200);
  for (const odd of ['/none', '/main~1', '/main:dir5', '/--output=x', '/HEAD@{1}', `/${'0'.repeat(40)}`, '/..%2f..']) {
    expect([odd, await status(at('tarball', odd), owner)]).toEqual([odd, 404]);
  }
  expect(await status(at('rarball', '/main'), owner)).toBe(404);
  const { archive_url: secret = '' } = await repository('secret');
  expect(await status(secret.replace('{archive_format}', 'tarball').replace('{/ref}', ''), stranger)).toBe(404);
  const { archive_url: empty = '' } = await repository('empty');
  expect(await status(empty.replace('{archive_format}', 'tarball').replace('{/ref}', ''), owner)).toBe(404);
});

test('asking for the heads of archives leaves no git waiting: archives are still answered', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'big' });
  // More than a pipe holds, so that a git that nobody reads would wait for ever.
  const noise = randomBytes(1 << 20).toString('base64');
  const text = `commit refs/heads/main\ncommitter A <a@x> 1600000000 +0000\ndata 1\nx\nM 100644 inline a\ndata ${noise.length}\n${noise}\n\n`;
  git(path('big'), ['fast-import', '--quiet'], { input: text });
  const { archive_url = '' } = await repository('big');
  for (const format of ['tarball', 'zipball', 'tarball', 'zipball', 'tarball', 'zipball']) {
    const at = archive_url.replace('{archive_format}', format).replace('{/ref}', '/main');
    expect((await fetch(at, { method: 'HEAD', headers: owner })).status).toBe(200);
  }
  const at = archive_url.replace('{archive_format}', 'tarball').replace('{/ref}', '');
  const bytes = await (await fetch(at, { headers: owner, signal: AbortSignal.timeout(20_000) })).arrayBuffer();
  expect(bytes.byteLength).toBeGreaterThan(1 << 19);
});

test('an archive is sent from an address that anybody may ask for five minutes, as clients of the original expect', async () => {
  const { archive_url = '' } = await repository('open');
  for (const [format, type] of [
    ['tarball', 'application/x-gzip'],
    ['zipball', 'application/zip'],
  ] as const) {
    const at = archive_url.replace('{archive_format}', format).replace('{/ref}', '/topic/one');
    const found = await fetch(at, { headers: owner, redirect: 'manual' });
    const location = found.headers.get('location') ?? '';
    expect([found.status, await found.text()]).toEqual([302, location]);
    const sent = await fetch(location);
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, type]);
    expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(100);
    const other = git(path('open'), ['rev-parse', 'main']);
    const commit = git(path('open'), ['rev-parse', 'topic/one']);
    for (const wrong of [
      location.replace(commit, other),
      location.replace(/\.(tar\.gz|zip)/, (end) => (end === '.zip' ? '.tar.gz' : '.zip')),
      location.replace(/source_archives\/\d+/, 'source_archives/999'),
      location.replace(/account=\d+/, 'account=999'),
      location.replace(/expires=\d+/, 'expires=9999999999'),
      location.replace(/signature=./, 'signature=x'),
      location.replace(/\?.*/, ''),
    ]) {
      expect(wrong).not.toBe(location);
      expect([wrong, await status(wrong, owner)]).toEqual([wrong, 403]);
    }
    // Made while the clock was a day ahead: five minutes, not a day.
    clock -= 86_400_000;
    expect(await status(location)).toBe(403);
    clock += 86_400_000 + 299_000;
    expect(await status(location)).toBe(200);
    clock += 2_000;
    expect(await status(location)).toBe(403);
  }
});
