/** Sources that keep files in Git LFS: their contents come, or the report says that they did not. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanHostKeys } from '../../ssh/host-keys.ts';
import { serveSsh } from '../../ssh/testing/ssh-server.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { type LfsServer, startLfsServer } from '../../testing/lfs-server.ts';
import { objectPath } from '../convert/lfs-objects.ts';

const BEN = { name: 'ben', password: 'top secret words' };

let engine: TestEngine;
let folder: string;
let source: string;
let gitHttp: GitHttp;
let lfs: LfsServer;

const [first, second, extended] = ['first content\n', 'second content\n', 'third, behind a filter\n'].map((text) => ({
  content: Buffer.from(text.repeat(50)),
  oid: createHash('sha256').update(text.repeat(50)).digest('hex'),
})) as [Content, Content, Content];
interface Content {
  content: Buffer;
  oid: string;
}

const SPEC = 'version https://git-lfs.github.com/spec/v1';
const file = (path: string, text: string) => `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
const pointer = ({ oid, content }: Content, more = '') => `${SPEC}\n${more}oid sha256:${oid}\nsize ${content.length}\n`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lfs source '));
  const commit = (n: number, files: string) =>
    `commit refs/heads/main\ncommitter A <a@x> ${1_500_000_000 + n} +0000\ndata 2\nc\n${files}\n`;
  // No .gitattributes: what is a pointer says so itself.
  source = makeGitSource(
    folder,
    'source.git',
    `${commit(1, file('old.bin', pointer(first)))}${commit(2, `D old.bin\n${file('new.bin', pointer(second))}`)}${commit(
      3,
      file('sub/odd.bin', pointer(extended, `ext-0-case sha256:${'ab'.repeat(32)}\n`)),
    )}${commit(4, file('empty.bin', `${SPEC}\noid sha256:${'0'.repeat(64)}\nsize 0\n`))}done\n`,
  );
  engine = await startTestEngine();
  gitHttp = await serveGitHttp(folder, null);
  lfs = await startLfsServer(gitHttp.url, BEN);
});
afterAll(async () => {
  await Promise.all([lfs.stop(), gitHttp.stop()]);
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function imported(name: string, vcs_url: string, login: object = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url, ...login });
  return await outcome(name);
}

async function outcome(name: string) {
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { body } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  return {
    report: body,
    check: body.checks.find(({ subject }: { subject: string }) => subject === 'Files in Git LFS'),
    finding: (kind: string) => body.findings.find((finding: { kind: string }) => finding.kind === kind),
    contentOf: ({ oid }: Content) => objectPath(join(engine.folder, `repositories/acme/${name}.git/lfs/objects`), oid),
  };
}

test('contents of a folder of this machine come as copies; missing ones are counted and red, and come later', async () => {
  const put = (content: Content, bytes = content.content) => {
    const path = objectPath(join(source, 'lfs/objects'), content.oid);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return path;
  };
  const there = put(first);
  put(second, Buffer.from('something else'));
  const now = await imported('local', source);
  expect(now.report.verified).toBe(false);
  expect(now.check).toMatchObject({ expected: '3', found: '1', ok: false });
  expect(now.finding('lfs_contents_missing')).toMatchObject({
    severity: 'warning',
    count: 2,
    examples: expect.arrayContaining([`new.bin (${second.content.length} bytes)`]),
    text: expect.stringContaining('git lfs fetch --all'),
  });
  expect(readFileSync(now.contentOf(first))).toEqual(first.content);
  expect(statSync(now.contentOf(first)).ino).not.toBe(statSync(there).ino);
  expect(existsSync(now.contentOf(second))).toBe(false);

  put(second);
  put(extended);
  await engine.api('PATCH', '/repos/acme/local/import', {});
  const later = await outcome('local');
  expect(later.report.verified).toBe(true);
  expect(later.check).toMatchObject({ expected: '3', found: '3', ok: true });
  expect(later.finding('lfs_contents')).toMatchObject({ severity: 'info', count: 3 });
  expect(later.finding('lfs_contents_missing')).toBeUndefined();
});

test('contents come through a worktree, which has them in the folder that all of them share', async () => {
  const path = objectPath(join(source, 'lfs/objects'), first.oid);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, first.content);
  const worktree = join(folder, 'a worktree');
  git(source, ['worktree', 'add', '--quiet', '--no-checkout', '--detach', worktree]);
  const { contentOf } = await imported('worktree', worktree);
  expect(readFileSync(contentOf(first))).toEqual(first.content);
  git(source, ['worktree', 'remove', '--force', worktree]);
});

test('contents come from where the settings of a folder say that they are kept', async () => {
  const kept = join(folder, 'kept elsewhere.git');
  cpSync(source, kept, { recursive: true });
  rmSync(join(kept, 'lfs'), { recursive: true, force: true });
  const path = objectPath(join(folder, 'contents/objects'), first.oid);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, first.content);
  git(kept, ['config', 'lfs.storage', '../contents']);
  const { contentOf } = await imported('elsewhere', kept);
  expect(readFileSync(contentOf(first))).toEqual(first.content);
});

test('contents of a server come by the batch API; a wrong one and a refused login are said', async () => {
  for (const { oid, content } of [first, second, extended]) lfs.objects.set(oid, content);
  const url = `${lfs.url}/source.git`;
  const stranger = await imported('stranger', url);
  expect(stranger.report.verified).toBe(false);
  expect(stranger.finding('lfs_contents_missing')).toMatchObject({
    count: 3,
    text: expect.stringContaining('did not let Gantry in'),
  });

  lfs.behave('nonsense-contents');
  const login = { vcs_username: BEN.name, vcs_password: BEN.password };
  const damaged = await imported('damaged', url, login);
  expect(damaged.check).toMatchObject({ found: '0', ok: false });
  expect(damaged.finding('lfs_contents_missing').text).toContain('something else than their pointers name');

  lfs.behave('well');
  const { report, contentOf } = await imported('served', url, login);
  expect(report.verified).toBe(true);
  for (const content of [first, second, extended]) expect(readFileSync(contentOf(content))).toEqual(content.content);
  expect(JSON.stringify(report)).not.toContain(BEN.password);
});

test('a server that is busy when it is asked the first time is waited for, and may be cancelled meanwhile', async () => {
  for (const { oid, content } of [first, second, extended]) lfs.objects.set(oid, content);
  // The worker asks five times by itself.
  let unwell = 5;
  lfs.habits.answer = (request, response) => {
    if (request.url?.endsWith('/objects/batch') !== true || unwell-- <= 0) return false;
    response.writeHead(503, { 'retry-after': '0' }).end('{"message":"too much to do"}');
    return true;
  };
  const login = { vcs_username: BEN.name, vcs_password: BEN.password };
  const name = 'busy';
  const { report } = await imported(name, `${lfs.url}/source.git`, login);
  expect([report.verified, unwell < 0]).toEqual([true, true]);
  const { body: log } = await engine.api('GET', `/repos/acme/${name}/import/log`);
  expect(log.map(({ text }: { text: string }) => text).join('\n')).toMatch(/Waiting for the server\. Trying again in/);

  unwell = 1000;
  await engine.api('POST', '/orgs/acme/repos', { name: `${name}-cancelled` });
  const wanted = { vcs: 'git', vcs_url: `${lfs.url}/source.git`, ...login };
  await engine.api('PUT', `/repos/acme/${name}-cancelled/import`, wanted);
  await engine.importIn(`${name}-cancelled`, ['importing'], ({ status_text }) => /^Waiting for the/.test(status_text));
  expect((await engine.api('DELETE', `/repos/acme/${name}-cancelled/import`)).status).toBe(204);
  lfs.behave('well');
});

test('a login that a server takes for nothing is told to it a few times at most, whatever there is to fetch', async () => {
  const many = Array.from({ length: 400 }, (_, n) => {
    const content = Buffer.from(`content ${n}`.repeat(20));
    return { content, oid: createHash('sha256').update(content).digest('hex') };
  });
  const files = many.map((one, n) => file(`f${n}`, pointer(one))).join('');
  const commit = `commit refs/heads/main\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\n${files}\ndone\n`;
  makeGitSource(folder, 'many.git', commit);
  const before = lfs.requests.length;
  const wrong = { vcs_username: BEN.name, vcs_password: 'wrong one' };
  const { report, finding } = await imported('dead', `${lfs.url}/many.git`, wrong);
  expect(finding('lfs_contents_missing')).toMatchObject({ count: 400, text: expect.stringContaining('let Gantry in') });
  const told = lfs.requests.slice(before).filter(({ login }) => login !== null);
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThanOrEqual(2);
  expect(JSON.stringify([report, engine.logLines])).not.toContain('wrong one');
});

test('a server that the source names gets no login of another, and the report says that clones go on asking it', async () => {
  const there = lfs.url.replace('//', '//ben:secret-in-the-file@');
  const config = `[lfs]\n\turl = ${there}/elsewhere/info/lfs\n`;
  makeGitSource(
    folder,
    'naming.git',
    `commit refs/heads/main\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\n${file('.lfsconfig', config)}${file('a.bin', pointer(first))}\ndone\n`,
  );
  const asked = lfs.requests.length;
  const login = { vcs_username: BEN.name, vcs_password: BEN.password };
  const { report, finding } = await imported('naming', `${gitHttp.url}/naming.git`, login);
  expect(lfs.requests.slice(asked)).toEqual([{ what: 'POST /elsewhere/info/lfs/objects/batch', login: null }]);
  expect(finding('lfs_contents_missing')).toMatchObject({
    count: 1,
    text: expect.stringMatching(
      /\.lfsconfig names the Git LFS server at .*git lfs fetch --all.*import from that clone/,
    ),
  });
  expect(finding('lfs_server_named')).toMatchObject({
    severity: 'warning',
    text: expect.stringContaining(`${lfs.url}/elsewhere/info/lfs`),
  });
  expect(JSON.stringify(report)).not.toMatch(/secret-in-the-file|top secret/);
});

test.each<[string, object]>([
  ['a header of two lines', { href: 'http://127.0.0.1/x', header: { 'X-Key': 'a\r\nb' } }],
  ['a header without a name', { href: 'http://127.0.0.1/x', header: { '': 'a' } }],
  ['a file of this machine', { href: 'file:///etc/hostname' }],
])('%s in place of an address of one content keeps none of the others back', async (what, download) => {
  for (const { oid, content } of [first, second, extended]) lfs.objects.set(oid, content);
  lfs.habits = {
    word: (answer) => ({
      ...answer,
      objects: answer.objects.map((object) =>
        object.oid === second.oid ? { ...object, actions: { download } } : object,
      ),
    }),
  };
  const login = { vcs_username: BEN.name, vcs_password: BEN.password };
  const name = what.replaceAll(' ', '-');
  const { finding, check, contentOf } = await imported(name, `${lfs.url}/source.git`, login);
  lfs.habits = {};
  expect(check).toMatchObject({ expected: '3', found: '2' });
  for (const content of [first, extended]) expect(readFileSync(contentOf(content))).toEqual(content.content);
  expect(finding('lfs_contents_missing').text).toMatch(/names an address that nobody can use/);
});

test('the file names the server of any clone: that one is asked', async () => {
  const config = `[remote "origin"]\n\tlfsurl = ${lfs.url}/of-the-clone/info/lfs\n`;
  makeGitSource(
    folder,
    'naming-remote.git',
    `commit refs/heads/main\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\n${file('.lfsconfig', config)}${file('a.bin', pointer(first))}\ndone\n`,
  );
  const asked = lfs.requests.length;
  const { finding } = await imported('naming-remote', `${gitHttp.url}/naming-remote.git`);
  expect(lfs.requests.slice(asked)).toEqual([{ what: 'POST /of-the-clone/info/lfs/objects/batch', login: null }]);
  expect(finding('lfs_server_named')?.text).toContain('Take remote.origin.lfsurl out of .lfsconfig');
});

test('a source of SSH says where its contents are, and gives the login for it', async () => {
  for (const { oid, content } of [first, second, extended]) lfs.objects.set(oid, content);
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const asked = join(folder, 'asked');
  const login = `Basic ${Buffer.from(`${BEN.name}:${BEN.password}`).toString('base64')}`;
  const answer = JSON.stringify({ href: `${lfs.url}/source.git/info/lfs`, header: { Authorization: login } });
  writeFileSync(
    join(programs, 'git-lfs-authenticate'),
    `#!/bin/sh\nprintf '%s|%s' "$1" "$2" > '${asked}'\ncat <<'END'\n${answer}\nEND\n`,
    { mode: 0o755 },
  );
  const server = await serveSsh({ programs });
  try {
    const keys = (await scanHostKeys(server.url, new AbortController().signal))?.keys ?? [];
    await engine.api('POST', '/ssh_host_keys', { host: '127.0.0.1', port: server.port, keys });
    const now = await imported('ssh', `${server.url}${source.replaceAll(' ', '%20')}`);
    expect(readFileSync(asked, 'utf8')).toBe(`${source}|download`);
    expect(now.check).toMatchObject({ expected: '3', found: '3', ok: true });
    expect(readFileSync(now.contentOf(extended))).toEqual(extended.content);
    expect(now.report.verified).toBe(true);
    expect(engine.logLines.join('\n')).not.toContain(login);
  } finally {
    await server.stop();
  }
});
