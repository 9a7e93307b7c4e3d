/** Folders of this machine as sources and targets: who may name them, and that nobody names the data folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../../sources/mercurial/testing/hg.ts';
import { BASE, basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';

const MEMBER = { login: 'mia', password: 'secret words' };
const STRANGER = { login: 'sam', password: 'secret words' };

let engine: TestEngine;
let folder: string;
let outside: string;
/** A private repository of the organization, by its path. */
let inside: string;

type Who = Record<string, string>;
const token = async (scopes: string[], who: Who = {}) => {
  const made = await engine.api('POST', '/authorizations', { note: `${scopes} ${Math.random()}`, scopes }, who);
  return { authorization: `token ${made.body.token}` };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-folders-'));
  engine = await startTestEngine(undefined, {
    allowances: { source_import: { account: 10_000, address: 10, window: 60_000 } },
  });
  outside = makeGitSource(folder, 'outside.git', historyStream(3));
  for (const who of [MEMBER, STRANGER]) await engine.api('POST', '/admin/users', who);
  await engine.api('PUT', `/orgs/acme/memberships/${MEMBER.login}`);
  await engine.api('POST', '/orgs/acme/repos', { name: 'secret', private: true });
  for (const repo of ['open', 'target']) await engine.api('POST', '/orgs/acme/repos', { name: repo });
  for (const repo of ['secret', 'open']) {
    expect((await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url: outside })).status).toBe(201);
    expect((await engine.importIn(repo, ['complete', 'error'])).status).toBe('complete');
  }
  inside = join(engine.folder, 'repositories/acme/secret.git');
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Every request that can carry an address, or go back to one. */
const WAYS: [string, (address: string, who: Who) => ReturnType<TestEngine['api']>][] = [
  ['import', (vcs_url, who) => engine.api('PUT', '/repos/acme/target/import', { vcs_url }, who)],
  [
    'import of a named system',
    (vcs_url, who) => engine.api('PUT', '/repos/acme/target/import', { vcs_url, vcs: 'subversion' }, who),
  ],
  ['detection', (vcs_url, who) => engine.api('POST', '/import_detections', { vcs_url }, who)],
  ['survey', (vcs_url, who) => engine.api('POST', '/import_surveys', { vcs_url, vcs: 'git' }, who)],
  ['push', (remote_url, who) => engine.api('POST', '/repos/acme/open/remote_pushes', { remote_url }, who)],
];

/** A list answers 201 and says of each line why it is refused. */
async function listed(address: string, who: Who): Promise<{ state: string; message: string }> {
  const list = JSON.stringify([{ vcs_url: address, owner: 'acme', repo: 'target' }]);
  const made = await engine.api('POST', '/import_batches', { list }, who);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const [entry] = (await engine.api('GET', `/import_batches/${made.body.id}/entries`, undefined, who)).body;
  return entry;
}

test('only owners name folders: by password, or by a token with a scope that only they can give', async () => {
  const member = basic(MEMBER.login, MEMBER.password);
  const refused: [string, Who][] = [
    ['member', member],
    ['public_repo', await token(['public_repo'])],
    ['every other scope', await token(['repo', 'site_admin', 'admin:org', 'user', 'delete_repo'])],
    ['member, repo', await token(['repo'], member)],
  ];
  const spellings = [outside, pathToFileURL(outside).href, `FILE://localhost${outside}`, '/nowhere', '/dev/zero'];
  spellings.push(`localhost:${outside}`, `ssh://x@127.1${outside}`, `${hostname()}:x`, `svn+ssh://[::1]/x`, 'C:\\x');
  for (const [name, who] of refused) {
    for (const [way, ask] of WAYS) {
      for (const address of spellings) {
        if (way === 'push' && address.startsWith('svn')) continue;
        const { status, body } = await ask(address, who);
        expect([name, way, address, status, body.message]).toEqual([
          ...[name, way, address, 403],
          expect.stringContaining('local_folders'),
        ]);
      }
    }
    for (const address of spellings) {
      expect(await listed(address, who)).toMatchObject({
        state: 'refused',
        message: expect.stringContaining('local_folders'),
      });
    }
    // What the owner imported from a folder is not read again for anybody else.
    for (const [method, path, body] of [
      ['PATCH', 'import', {}],
      ['POST', 'import/updates', {}],
      ['PATCH', 'import/lfs', { use_lfs: 'opt_in' }],
    ] as const) {
      expect((await engine.api(method, `/repos/acme/open/${path}`, body, who)).status).toBe(403);
    }
  }
  // Whom the repository is not there for hears nothing of folders.
  const stranger = basic(STRANGER.login, STRANGER.password);
  expect((await engine.api('PUT', '/repos/acme/target/import', { vcs_url: outside }, stranger)).status).toBe(404);

  for (const scopes of [['local_folders'], ['repo', 'local_folders']]) {
    const made = await engine.api('POST', '/authorizations', { note: 'x', scopes }, member);
    expect([made.status, made.body.errors[0].field]).toEqual([422, 'scopes']);
  }
  const own = await engine.api('POST', '/authorizations', { note: 'mine', scopes: ['repo'] }, member);
  const grown = { add_scopes: ['local_folders'] };
  expect((await engine.api('PATCH', `/authorizations/${own.body.id}`, grown, member)).status).toBe(422);
  expect((await engine.api('PATCH', `/authorizations/${own.body.id}`, grown)).status).toBe(404);
  const allowed = await token(['public_repo', 'local_folders']);
  for (const who of [{}, allowed]) {
    const detected = await engine.api('POST', '/import_detections', { vcs_url: outside }, who);
    expect(detected.body).toMatchObject({ status: 'found', vcs: 'git' });
    expect(await listed(outside, who)).toMatchObject({ state: 'waiting' });
  }
  const window = await engine.service.fetch(
    new Request(`${BASE}/import_detections`, { method: 'POST', body: JSON.stringify({ vcs_url: outside }) }),
    { login: MEMBER.login },
  );
  expect(window.status).toBe(403);
});

test('nothing is imported from the data folder or pushed into it, however its path is written', async () => {
  const link = (name: string, target: string) => {
    symlinkSync(target, join(folder, name));
    return join(folder, name);
  };
  const written = (name: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, file, '..'), { recursive: true });
      writeFileSync(join(folder, name, file), text);
    }
    return join(folder, name);
  };
  const bare = (name: string) => {
    git(folder, ['init', '-q', '--bare', name]);
    return join(folder, name);
  };
  const borrowing = bare('borrowing.git');
  writeFileSync(
    join(borrowing, 'objects/info/alternates'),
    `${relative(join(borrowing, 'objects'), inside)}/objects\n`,
  );
  const borrowingTwice = bare('twice.git');
  writeFileSync(join(borrowingTwice, 'objects/info/alternates'), `${borrowing}/objects\n`);
  const linked = bare('linked.git');
  rmSync(join(linked, 'objects'), { recursive: true });
  symlinkSync(join(inside, 'objects'), join(linked, 'objects'));
  // A percent sign that begins no byte keeps no other from being decoded: git goes there.
  mkdirSync(join(folder, '%'));
  const encoded = pathToFileURL(inside).href.replace('repositories', '%72epositories');
  const up = `${pathToFileURL(folder).href}/%/..${'/..'.repeat(folder.split('/').length - 1)}`;
  expect(git(folder, ['ls-remote', `${up}${encoded.slice('file://'.length)}`])).toContain('refs/heads/main');
  link('deep', join(engine.folder, 'repositories/acme'));
  const addresses = [
    inside,
    inside.slice(0, -'.git'.length),
    engine.folder,
    join(engine.folder, 'imports/1/staging.git'),
    join(engine.folder, 'not there/x.git'),
    `${folder}/..//${relative(tmpdir(), inside)}`,
    `${folder}/outside.git/../../${relative(tmpdir(), inside)}`,
    pathToFileURL(inside).href,
    encoded,
    `${up}${encoded.slice('file://'.length)}`,
    `${encoded}?%`,
    `file://localhost${inside}`,
    `FiLe://LOCALHOST${inside}`,
    `${pathToFileURL(inside).href}?x=1#y`,
    `${inside}/`,
    `${inside}/./refs/..`,
    link('link', inside),
    link('link.git', inside).slice(0, -'.git'.length),
    link('again', join(folder, 'link')),
    link('dangling', join(engine.folder, 'repositories/acme/soon.git')),
    join(folder, 'deep/secret.git'),
    `${folder}/deep/../acme/secret`,
    `localhost:${inside}`,
    `ssh://${hostname()}${inside}`,
    written('gitfile', { '.git': `gitdir: ${inside}\n` }),
    written('common', { HEAD: 'ref: refs/heads/main\n', commondir: `${inside}\n` }),
    written('shared', { '.hg/sharedpath': join(engine.folder, 'imports/1/source/.hg') }),
    borrowing,
    borrowingTwice,
    linked,
  ];
  for (const address of addresses) {
    for (const [way, ask] of WAYS) {
      const { status, body } = await ask(address, {});
      expect([address, way, status, body.errors?.[0]?.message]).toEqual([
        ...[address, way, 422],
        expect.stringContaining('by its name'),
      ]);
    }
    expect(await listed(address, {})).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/by its name/),
    });
  }
  // A push into a working copy that the data folder lies in would write there.
  for (const remote_url of ['/', tmpdir(), join(engine.folder, '..')]) {
    const push = await engine.api('POST', '/repos/acme/open/remote_pushes', { remote_url });
    expect([remote_url, push.status]).toEqual([remote_url, 422]);
  }
});

test('bytes in file: that are no text are refused: nobody can look at what lies there', async () => {
  const address = `${pathToFileURL(folder).href}/%FF/x.git`;
  for (const [way, ask] of WAYS) {
    const { status, body } = await ask(address, {});
    expect([way, status, body.failure]).toEqual([way, 422, 'address.no_repository']);
  }
});

test('a link that leads elsewhere once the import was taken is followed no more', async () => {
  const path = join(folder, 'turned.git');
  const turn = (target: string) => {
    rmSync(path, { force: true });
    symlinkSync(target, path);
  };
  turn(outside);
  await engine.api('POST', '/orgs/acme/repos', { name: 'turned' });
  await engine.api('PUT', '/repos/acme/turned/import', { vcs_url: path, vcs: 'git' });
  await engine.importIn('turned', ['complete']);
  const list = JSON.stringify([{ vcs_url: path, owner: 'acme', repo: 'later' }]);
  const { body: made } = await engine.api('POST', '/import_batches', { list });
  turn(inside);
  expect((await engine.api('POST', '/repos/acme/turned/import/updates')).status).toBe(422);
  expect((await engine.api('PATCH', '/repos/acme/turned/import', {})).status).toBe(422);
  const started = await engine.api('POST', `/import_batches/${made.id}/start`);
  expect([started.status, started.body.message]).toEqual([403, expect.stringContaining('by its name')]);
  expect((await engine.api('GET', '/repos/acme/later')).status).toBe(404);
});

test('devices, pipes, sockets and hosts in file: are a 422', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const socket = createServer();
  await new Promise<void>((done) => socket.listen(join(folder, 'socket'), done));
  const odd = ['/dev/zero', '/dev/stdin', '/proc/self/cwd', '/proc/self/fd/0', '/sys', pipe, join(folder, 'socket')];
  odd.push('file:///dev/urandom', 'file://host/x', 'file:/x', 'file:x', 'file://', 'FILE:\\\\host\\x', 'file:///x%00y');
  for (const address of odd) {
    for (const [way, ask] of WAYS) {
      const { status, body } = await ask(address, {});
      expect([address, way, status, body.errors?.[0]?.message]).toEqual([
        ...[address, way, 422],
        expect.stringMatching(/^.+\.$/),
      ]);
    }
    expect(await listed(address, {})).toMatchObject({ state: 'refused' });
  }
  socket.close();
});

test('a server cannot send a tool on to a folder of this machine', async () => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write('a', '1');
  hg.commit('one');
  const svn = makeSvnSource(folder, 'svn', projectHistory('', 2));
  for (const [vcs, path] of [
    ['git', outside],
    ['subversion', svn],
    ['mercurial', hg.path],
    ['tfvc', outside],
  ] as const) {
    expect((await engine.api('POST', '/import_detections', { vcs_url: outside, vcs: 'git' })).body.status).toBe(
      'found',
    );
    for (const code of [301, 302, 307, 308]) {
      const server = createWebServer((request, response) => {
        const rest = (request.url ?? '').replace(/^\/x/, '');
        response.writeHead(code, { Location: `file://${path}${rest}` }).end();
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const vcs_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
      const { status, body } = await engine.api('POST', '/import_detections', { vcs_url, vcs });
      expect([vcs, code, status === 422 || body.status !== 'found']).toEqual([vcs, code, true]);
      expect(body.root_url ?? null).toBe(null);
      server.closeAllConnections();
      server.close();
    }
  }
});

test('GET /setup tells where the data lies to owners only', async () => {
  const state = async (who: Who) => (await engine.api('GET', '/setup', undefined, who)).body;
  expect((await state({})).data_folder).toBe(engine.folder);
  const others = [{ authorization: '' }, basic(MEMBER.login, MEMBER.password), await token(['repo', 'site_admin'])];
  for (const who of others) {
    const answer = await state(who);
    expect(answer.required).toBe(false);
    expect(JSON.stringify(answer)).not.toContain(engine.folder);
  }
});
