import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';
import { type SshServer, serveSsh } from './testing/ssh-server.ts';

let engine: TestEngine;
let folder: string;
let server: SshServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-ssh-'));
  engine = await startTestEngine();
  server = await serveSsh();
});
afterEach(async () => {
  await engine.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('an unknown server is shown with its fingerprint and trusted only when a person says so', async () => {
  const source = `${server.url}${makeGitSource(folder, 'source.git', historyStream(4))}`;
  const unknown = {
    host: '127.0.0.1',
    port: server.port,
    keys: [{ type: 'ssh-ed25519', fingerprint: server.fingerprint }],
  };
  const detected = await engine.api('POST', '/import_detections', { vcs_url: source });
  expect(detected.body).toMatchObject({ status: 'error', unknown_host: unknown });
  expect(detected.body.message).toContain('Compare its fingerprint');

  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  expect(await engine.importIn('p', ['error', 'complete'])).toMatchObject({ status: 'error', unknown_host: unknown });
  expect(server.commands).toEqual([]);

  const { host, port, keys } = detected.body.unknown_host;
  const accepted = await engine.api('POST', '/ssh_host_keys', { host, port, keys });
  expect(accepted).toMatchObject({ status: 201, body: [{ host, port, fingerprint: server.fingerprint }] });
  await engine.api('PATCH', '/repos/acme/p/import');
  const complete = await engine.importIn('p', ['error', 'complete']);
  expect(complete.status).toBe('complete');
  expect(complete).not.toHaveProperty('unknown_host');
  expect(refsOf(join(engine.folder, 'repositories/acme/p.git'))).toBe(refsOf(join(folder, 'source.git')));
});

/** A person says that the server is the right one. */
async function accept(): Promise<void> {
  const vcs_url = `${server.url}/nothing.git`;
  const { host, port, keys } = (await engine.api('POST', '/import_detections', { vcs_url })).body.unknown_host;
  expect((await engine.api('POST', '/ssh_host_keys', { host, port, keys })).status).toBe(201);
}

async function importOver(repo: string, vcs: string, vcs_url: string) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url });
  return engine.importIn(repo, ['error', 'complete', 'auth_failed']);
}

test.skipIf(process.platform === 'win32')(
  'what a person’s own file has for terminals hides no refusal, and breaks no import',
  async () => {
    const before = process.env.PATH ?? '';
    const lines = ['LogLevel QUIET', 'RequestTTY force', 'RemoteCommand sh', 'LocalForward 1 127.0.0.1:1'];
    writeFileSync(join(folder, 'config'), `${lines.join('\n')}\nExitOnForwardFailure yes\n`);
    const place = join(folder, 'ssh');
    writeFileSync(place, `#!/bin/sh\nPATH='${before}'\nexec ssh -F '${join(folder, 'config')}' "$@"\n`);
    chmodSync(place, 0o755);
    process.env.PATH = `${folder}${delimiter}${before}`;
    try {
      await accept();
      const source = makeGitSource(folder, 'source.git', historyStream(2));
      expect(await importOver('g', 'git', `${server.url}${source}`)).toMatchObject({ status: 'complete' });
      const svn = makeSvnSource(folder, 'svn', projectHistory('', 2));
      const url = `${server.url.replace('ssh:', 'svn+ssh:')}${svn}`;
      expect(await importOver('s', 'subversion', url)).toMatchObject({ status: 'complete' });
    } finally {
      process.env.PATH = before;
    }
  },
);

test('Mercurial comes over ssh from an accepted server', async () => {
  await accept();
  const workspace = new HgWorkspace(join(folder, 'hg source'));
  workspace.write('file', 'one\n');
  workspace.commit('one');
  expect(await importOver('h', 'mercurial', `${server.url}/${encodeURI(workspace.path)}`)).toMatchObject({
    status: 'complete',
  });
  expect(server.commands.at(-1)).toMatch(/^hg -R /);
});

test('Subversion comes over svn+ssh from an accepted server', async () => {
  await accept();
  const path = makeSvnSource(folder, 'svn', projectHistory('', 3));
  expect(await importOver('s', 'subversion', `svn+${server.url}${path}`)).toMatchObject({ status: 'complete' });
  expect(server.commands.at(-1)).toMatch(/^svnserve -t/);
});

test('a push goes over ssh, and stops at a server that is not known', async () => {
  await accept();
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', {
    vcs: 'git',
    vcs_url: makeGitSource(folder, 'source.git', historyStream(4)),
  });
  expect(await engine.importIn('p', ['error', 'complete'])).toMatchObject({ status: 'complete' });
  const remote = join(folder, 'remote.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const stranger = await serveSsh();
  const push = async (base: string) => {
    const { body } = await engine.api('POST', '/repos/acme/p/remote_pushes', { remote_url: base + remote });
    return engine.until(async () => {
      const now = (await engine.api('GET', `/repos/acme/p/remote_pushes/${body.id}`)).body;
      return now.status === 'running' ? undefined : now;
    });
  };
  try {
    expect(await push(stranger.url)).toMatchObject({
      status: 'error',
      unknown_host: { port: stranger.port, keys: [{ fingerprint: stranger.fingerprint }] },
    });
    expect(await push(server.url)).toMatchObject({ status: 'complete', unknown_host: null });
  } finally {
    await stranger.stop();
  }
  expect(refsOf(remote)).toBe(refsOf(join(folder, 'source.git')));
});

test('a server with another key than the accepted one is not talked to, and cannot be accepted', async () => {
  const before = await serveSsh();
  const source = makeGitSource(folder, 'source.git', historyStream(2));
  const look = async () => (await engine.api('POST', '/import_detections', { vcs_url: before.url + source })).body;
  const { host, port, keys } = (await look()).unknown_host;
  await engine.api('POST', '/ssh_host_keys', { host, port, keys });
  await before.stop();
  const impostor = await serveSsh({ port });
  try {
    const detected = await look();
    expect(detected).toMatchObject({ status: 'error', unknown_host: null });
    expect(detected.message).toContain('shows another SSH host key than the one that is known');
    expect(impostor.commands).toEqual([]);
    const known = (await engine.api('GET', '/ssh_host_keys')).body.find((key: { port: number }) => key.port === port);
    expect((await engine.api('DELETE', `/ssh_host_keys/${known.id}`)).status).toBe(204);
    expect(await look()).toMatchObject({ unknown_host: { keys: [{ fingerprint: impostor.fingerprint }] } });
  } finally {
    await impostor.stop();
  }
});

test('a server that takes no key says so', async () => {
  const closed = await serveSsh({ refuse: true });
  try {
    const vcs_url = `${closed.url}${makeGitSource(folder, 'source.git', historyStream(2))}`;
    const { host, port, keys } = (await engine.api('POST', '/import_detections', { vcs_url })).body.unknown_host;
    await engine.api('POST', '/ssh_host_keys', { host, port, keys });
    const { body } = await engine.api('POST', '/import_detections', { vcs_url });
    expect(body).toMatchObject({ status: 'error', unknown_host: null });
    expect(body.message).toContain('took none of your SSH keys');
  } finally {
    await closed.stop();
  }
});

test('only host names and public keys are accepted, by owners of the installation', async () => {
  await accept();
  const [{ type, key }] = (await engine.api('GET', '/ssh_host_keys')).body;
  const post = (body: unknown) => engine.api('POST', '/ssh_host_keys', body);
  expect((await post({ host: '*', port: 22, keys: [{ type, key }] })).status).toBe(422);
  expect((await post({ host: 'a,b', port: 22, keys: [{ type, key }] })).status).toBe(422);
  expect((await post({ host: 'a\n@cert-authority *', port: 22, keys: [{ type, key }] })).status).toBe(422);
  expect((await post({ host: 'a', port: 22, keys: [{ type: 'ssh-rsa', key }] })).status).toBe(422);
  expect((await post({ host: 'a', port: 22, keys: [{ type, key: 'AAAA\nx y z' }] })).status).toBe(422);
  expect((await engine.api('DELETE', '/ssh_host_keys/none')).status).toBe(404);
  expect(readFileSync(join(engine.folder, 'ssh/known_hosts'), 'utf8')).not.toMatch(/[*,]/);
});
