/** `clone_url` with the git that people have: cloning, fetching and pushing. */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runClient, withLogin } from '../testing/clone-clients.ts';
import { basic, OWNER } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { MOST_GITS } from './git-door.ts';
import { CloneServer, PERSON } from './testing/clone-server.ts';

let clones: CloneServer;
beforeAll(async () => {
  clones = await CloneServer.start();
});
afterAll(() => clones.end());

test('clone, fetch and push; what a push changes is in the API when git ends', async () => {
  const name = await clones.repository('round');
  expect((await clones.engine.api('GET', `/repos/${name}`)).body.clone_url).toMatch(/\/acme\/round\.git$/);
  const work = join(clones.folder, clones.fresh());
  const cloned = await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work]);
  expect(cloned).toMatchObject({ code: 0 });
  expect(git(work, ['rev-list', '--count', 'HEAD'])).toBe('3');
  const before = await clones.read(name);
  clones.pass(5000);
  await clones.commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
  expect(git(clones.path(name), ['rev-parse', 'main'])).toBe(git(work, ['rev-parse', 'HEAD']));
  expect((await clones.read(name)).size).toBeGreaterThanOrEqual(before.size);
  expect(clones.engine.events).toContainEqual({ type: 'repository.changed', owner: 'acme', repo: 'round' });
  const other = join(clones.folder, clones.fresh());
  expect(
    await runClient(clones.folder, ['clone', '--quiet', '--depth', '1', clones.asOwner(name), other]),
  ).toMatchObject({
    code: 0,
  });
  await clones.commit(work);
  await runClient(work, ['push', '--quiet', 'origin', 'HEAD', 'HEAD:refs/heads/other', 'HEAD:refs/tags/v1']);
  expect(await runClient(other, ['fetch', '--quiet', '--unshallow', '--tags'])).toMatchObject({ code: 0 });
  expect(git(other, ['rev-parse', 'v1'])).toBe(git(work, ['rev-parse', 'HEAD']));
  // Old protocols as well, and without the suffix, and in other letters.
  for (const version of ['0', '1', '2']) {
    const odd = withLogin(`${clones.origin()}/ACME/Round`, OWNER.login, OWNER.password);
    const args = ['-c', `protocol.version=${version}`, 'ls-remote', odd];
    expect((await runClient(clones.folder, args)).stdout).toContain('refs/tags/v1');
  }
});

test('branches that some disks confuse are no files of their own after a push', async () => {
  const work = makeGitSource(clones.folder, `${clones.fresh()}.git`, historyStream(2));
  await clones.engine.api('POST', '/orgs/acme/repos', { name: 'cases' });
  const names = ['Topic', 'topic', 'main'];
  await runClient(work, ['push', clones.asOwner('acme/cases'), ...names.map((name) => `main:refs/heads/${name}`)]);
  const loose = readdirSync(join(clones.path('acme/cases'), 'refs'), { recursive: true, withFileTypes: true });
  expect(loose.filter((entry) => entry.isFile())).toEqual([]);
  expect(refsOf(clones.path('acme/cases')).split('\n')).toHaveLength(3);
});

test('a push that cannot be recorded is refused with a sentence that git shows', async () => {
  const name = await clones.repository('unrecorded', 2);
  const work = join(clones.folder, clones.fresh());
  await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work]);
  await clones.commit(work);
  const store = new Database(join(clones.engine.folder, 'gantry.sqlite'));
  store.exec("CREATE TRIGGER refuse BEFORE UPDATE ON repositories BEGIN SELECT RAISE(FAIL, 'refused'); END");
  try {
    const refused = await runClient(work, ['push', '--quiet', 'origin', 'HEAD']);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain('remote: The request stopped unexpectedly.');
    expect(refused.stderr).not.toContain('RPC failed');
  } finally {
    store.exec('DROP TRIGGER refuse');
    store.close();
  }
  await clones.commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
});

test('an empty repository: cloned, and its first push makes its default branch', async () => {
  const name = await clones.repository('empty', 0);
  const work = join(clones.folder, clones.fresh());
  expect((await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work])).code).toBe(0);
  await runClient(work, ['checkout', '--quiet', '-b', 'trunk']);
  await clones.commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'trunk'])).toMatchObject({ code: 0 });
  expect(await clones.read(name)).toMatchObject({ default_branch: 'trunk' });
  expect((await clones.read(name)).size).toBeGreaterThan(0);
});

test('bodies: gzip, in chunks, after Expect, the second protocol, nonsense', async () => {
  const tip = git(clones.path('acme/open'), ['rev-parse', 'main']);
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
  const wants = Buffer.from(`${line(`want ${tip}\n`)}0000${line('done\n')}`);
  const post = (headers: Record<string, string>, body: Buffer) =>
    clones.raw('/acme/open.git/git-upload-pack', {
      method: 'POST',
      headers: {
        ...basic(OWNER.login, OWNER.password),
        'content-type': 'application/x-git-upload-pack-request',
        ...headers,
      },
      body,
    });
  expect((await post({}, wants)).text).toContain('PACK');
  expect((await post({ 'content-encoding': 'gzip' }, gzipSync(wants))).text).toContain('PACK');
  expect((await post({ expect: '100-continue' }, wants)).text).toContain('PACK');
  const listing = Buffer.from(`${line('command=ls-refs\n')}0001${line('symrefs\n')}0000`);
  expect((await post({ 'git-protocol': 'version=2' }, listing)).text).toContain('symref-target:refs/heads/main');
  expect((await post({ 'git-protocol': 'version=2; rm -rf /' }, wants)).status).toBe(200);
  expect((await post({}, Buffer.from('nonsense'))).text).not.toContain('PACK');
  expect((await post({ 'content-encoding': 'gzip' }, Buffer.from('no gzip'))).text).not.toContain('PACK');
  expect((await post({ 'content-type': 'text/plain' }, wants)).status).toBe(415);
});

test('a locked repository and one that an import works on refuse pushes with a sentence that git shows', async () => {
  const name = await clones.repository('kept');
  const work = join(clones.folder, clones.fresh());
  await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work]);
  await clones.commit(work);
  const made = await clones.engine.api('POST', '/orgs/acme/migrations', {
    repositories: [name],
    lock_repositories: true,
  });
  const refused = await runClient(work, ['push', '--quiet', 'origin', 'HEAD']);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('remote: The repository acme/kept is locked by migration');
  expect((await runClient(work, ['fetch', '--quiet'])).code).toBe(0);
  await clones.engine.until(async () => {
    const { body } = await clones.engine.api('GET', `/orgs/acme/migrations/${made.body.id}`);
    return body.state === 'exported' ? true : undefined;
  });
  await clones.engine.api('DELETE', `/orgs/acme/migrations/${made.body.id}/repos/kept/lock`);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });

  const source = makeGitSource(clones.folder, 'held.git', historyStream(5));
  await clones.repository('held', 0);
  await clones.engine.api('PUT', '/repos/acme/held/import', { vcs_url: source, vcs: 'git', hold_before_push: true });
  await clones.engine.importIn(
    'held',
    ['importing', 'mapping', 'pushing'],
    (body) => body.waiting_for_release === true,
  );
  const busy = await runClient(work, ['push', clones.asOwner('acme/held'), 'HEAD:refs/heads/mine']);
  expect(busy.stderr).toContain('remote: An import works on acme/held.');
  await clones.engine.api('PATCH', '/repos/acme/held/import', { hold_before_push: false });
  await clones.engine.importIn('held', ['complete']);
  expect(refsOf(clones.path('acme/held'))).toBe(refsOf(source));

  // What is pushed after an import is not undone by the next one: that says so and stops.
  const pushed = await runClient(work, ['push', '--force', clones.asOwner('acme/held'), 'HEAD:refs/heads/mine']);
  expect(pushed).toMatchObject({ code: 0 });
  await clones.engine.api('PATCH', '/repos/acme/held/import', {});
  const stopped = await clones.engine.importIn('held', ['error']);
  expect(stopped).toMatchObject({ failed_step: 'push' });
  expect(refsOf(clones.path('acme/held'))).toContain('refs/heads/mine');
});

test('renamed, removed and moved: the new name answers', async () => {
  await clones.repository('before');
  await clones.engine.api('PATCH', '/repos/acme/before', { name: 'after' });
  expect((await runClient(clones.folder, ['ls-remote', clones.asOwner('acme/after')])).stdout).toContain(
    'refs/heads/main',
  );
  const old = await runClient(clones.folder, ['ls-remote', clones.asOwner('acme/before')]);
  expect(old.stderr).toContain('There is no such repository here');
  await clones.engine.api('DELETE', '/repos/acme/after');
  expect((await runClient(clones.folder, ['ls-remote', clones.asOwner('acme/after')])).code).not.toBe(0);
});

test('hooks that lie in the repository are not run', async () => {
  const name = await clones.repository('hooked');
  const mark = join(clones.folder, 'hook-ran');
  const hook = join(clones.path(name), 'hooks/pre-receive');
  git(clones.path(name), ['init', '--quiet', '--bare']);
  writeFileSync(hook, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
  const work = join(clones.folder, clones.fresh());
  await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work]);
  await clones.commit(work);
  expect(await runClient(work, ['push', '--quiet', 'origin', 'HEAD'])).toMatchObject({ code: 0 });
  expect(existsSync(mark)).toBe(false);
});

test('eight clients clone, fetch and push at once while an import runs', async () => {
  const source = makeGitSource(clones.folder, 'long.git', historyStream(3000));
  await clones.repository('long', 0);
  const name = await clones.repository('busy', 300);
  await clones.engine.api('PUT', '/repos/acme/long/import', { vcs_url: source, vcs: 'git' });
  const ends = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const work = join(clones.folder, clones.fresh());
      const cloned = await runClient(clones.folder, ['clone', '--quiet', clones.asOwner(name), work]);
      await clones.commit(work);
      const pushed = await runClient(work, ['push', '--quiet', 'origin', `HEAD:refs/heads/client${n}`]);
      const fetched = await runClient(work, ['fetch', '--quiet', '--all']);
      return [cloned, pushed, fetched].map(({ code, stderr }) => `${code}${stderr}`).join(' ');
    }),
  );
  expect(ends).toEqual(Array.from({ length: 8 }, () => '0 0 0'));
  await clones.engine.importIn('long', ['complete']);
  expect(refsOf(clones.path('acme/long'))).toBe(refsOf(source));
  expect(refsOf(clones.path(name)).split('\n')).toHaveLength(9);
  expect(git(clones.path(name), ['fsck', '--full'])).not.toContain('missing');
});

test('who goes away ends its git, and so does the engine', async () => {
  const name = await clones.repository('left', 2);
  // More than machines hold back for one who does not read (`net.ipv4.tcp_rmem`, up to 32 MB seen): git would be done.
  const large = git(clones.path(name), ['hash-object', '-w', '--stdin'], { input: randomBytes(64 << 20) });
  const tree = git(clones.path(name), ['mktree'], { input: `100644 blob ${large}\tlarge\n` });
  git(clones.path(name), [
    'update-ref',
    'refs/heads/main',
    git(clones.path(name), ['commit-tree', '-m', 'large', tree], { env: PERSON }),
  ]);
  const gits = () => readdirSync(join(clones.engine.folder, 'processes'));
  const tip = git(clones.path(name), ['rev-parse', 'main']);
  const begin = () =>
    new Promise<{ end: () => Promise<void> }>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: clones.server.port,
          path: `/${name}.git/git-upload-pack`,
          method: 'POST',
          headers: {
            ...basic(OWNER.login, OWNER.password),
            'content-type': 'application/x-git-upload-pack-request',
          },
        },
        (answer) => {
          answer.pause();
          const end = () =>
            new Promise<void>((done) => {
              sent.once('close', () => done());
              answer.on('error', () => undefined);
              sent.destroy();
            });
          resolve({ end });
        },
      ).once('error', reject);
      sent.end(`0032want ${tip}\n00000009done\n`);
    });
  // More than there are places, none of which reads: the next one waits for a place until they go.
  const idle = await Promise.all(Array.from({ length: MOST_GITS }, begin));
  expect(gits().length).toBeGreaterThanOrEqual(MOST_GITS);
  const waiting = runClient(clones.folder, ['ls-remote', clones.asOwner(name)]);
  // Nobody else waits for them.
  const member = withLogin(clones.url(name), 'member', 'a long password');
  expect((await runClient(clones.folder, ['ls-remote', member])).stdout).toContain(tip);
  await Promise.all(idle.map(({ end }) => end()));
  expect((await waiting).stdout).toContain(tip);
  await Promise.all(Array.from({ length: 2 }, begin));
  const before = gits();
  expect(before.length).toBeGreaterThanOrEqual(2);
  await clones.engine.restart();
  expect(gits().filter((name) => before.includes(name))).toEqual([]);
});
