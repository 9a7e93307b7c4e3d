/** Values that look like options, programs or further lines, in every field of every operation that takes a source or a remote. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { serveGitHttp } from '../../testing/git-http.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { folderState } from './testing/folder-state.ts';

const USER = { name: 'gil', password: 'secret word' };
let engine: TestEngine;
let sources: string;
let canaries: string;
let source: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry-options-'));
  canaries = join(sources, 'canaries');
  mkdirSync(canaries);
  source = makeGitSource(sources, 'source.git', historyStream(3));
  engine = await startTestEngine();
  await newImport('done', { vcs_url: source, vcs: 'git' });
  expect(await engine.importIn('done', ['complete', 'error'])).toMatchObject({ status: 'complete' });
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function newImport(repo: string, body: Record<string, unknown>): Promise<Answer> {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  return engine.api('PUT', `/repos/acme/${repo}/import`, body);
}

/** What would make a canary, in every dress. */
function dangers(): string[] {
  const run = `touch ${join(canaries, 'ran')}`;
  return [
    `--upload-pack=${run}`,
    `-u${run}`,
    `--receive-pack=${run}`,
    `--config=alias.x=!${run}`,
    `--config=core.sshCommand=${run}`,
    `--config-option=config:tunnels:ssh=${run}`,
    `-oProxyCommand=${run}`,
    `--template=${canaries}`,
    '--',
    '-',
  ];
}

/** Entries of a list of sources: address, repository, user name, password. */
async function listOf(rows: string[][]): Promise<{ state: string; message: string }[]> {
  const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','));
  const list = ['address,repository,username,password', ...quoted].join('\n');
  const { status, body } = await engine.api('POST', '/import_batches', { list, owner: 'acme' });
  expect(status, JSON.stringify(body)).toBe(201);
  return (await engine.api('GET', `/import_batches/${body.id}/entries?per_page=100`)).body;
}

const expectRefused = ({ status, body }: Answer, what: string) => {
  expect(status, `${what}: ${JSON.stringify(body)}`).toBe(422);
  const said = body.errors?.[0]?.message ?? body.message;
  expect(said, what).toMatch(/[A-Z].*\.$/s);
};

test('addresses: refused by detection, survey, import, list and push, with a sentence', async () => {
  const run = `touch ${join(canaries, 'ran')}`;
  const addresses = [
    ...dangers(),
    `ext::sh -c ${run.replaceAll(' ', '% ')}`,
    `ext::sh -c "${run}"`,
    'fd::17/x',
    `ssh://-oProxyCommand=${run.replaceAll(' ', '%20')}/x`,
    `ssh://%2doProxyCommand=${run.replaceAll(' ', '%20')}/x`,
    'ssh://-lroot@host/x',
    'svn+ssh://-oProxyCommand=x/y',
    'git@-oProxyCommand=x:y',
    '-oProxyCommand=x@host:y',
    'host.example:--upload-pack=x',
    `${source}\n--upload-pack=${run}`,
    `https://host/x\0y`,
    'https://user%0aname:x@host/x',
    'static-http://host/x',
  ];
  const before = folderState(sources);
  const list = await listOf(addresses.map((address, n) => [address, `r${n}`, '', '']));
  expect(list.map(({ state }) => state)).toEqual(addresses.map(() => 'refused'));
  for (const vcs_url of addresses) {
    expectRefused(await engine.api('POST', '/import_detections', { vcs_url }), `detection ${vcs_url}`);
    for (const vcs of ['git', 'mercurial', 'subversion']) {
      expectRefused(await engine.api('POST', '/import_surveys', { vcs_url, vcs }), `survey ${vcs_url}`);
      expectRefused(await newImport('addresses', { vcs_url, vcs }), `import ${vcs_url}`);
    }
    const push = await engine.api('POST', '/repos/acme/done/remote_pushes', { remote_url: vcs_url });
    expectRefused(push, `push ${vcs_url}`);
  }
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources)).toEqual(before);
});

test('keys of SSH servers name one host each', async () => {
  const key = `${'AAAAC3NzaC1lZDI1NTE5AAAA'}${Buffer.alloc(33, 7).toString('base64')}`;
  const good = { type: 'ssh-ed25519', key };
  const accepted = await engine.api('POST', '/ssh_host_keys', { host: 'good.example', port: 22, keys: [good] });
  expect(accepted.status).toBe(201);
  const nasty = [
    ...[...dangers(), '*', 'a b', 'host\n* ssh-ed25519', '@cert-authority *', 'a,b', '|1|x|y', ''].map((host) => ({
      host,
      keys: [good],
    })),
    ...['ssh-ed25519\n*', '-oProxyCommand=x', '* ssh-ed25519'].map((type) => ({ host: 'h', keys: [{ type, key }] })),
    { host: 'h', keys: [{ type: 'ssh-ed25519', key: `${key}\n* ssh-ed25519 ${key}` }] },
  ];
  for (const body of nasty) {
    const { status } = await engine.api('POST', '/ssh_host_keys', { port: 22, ...body });
    expect(status, JSON.stringify(body)).toBe(422);
  }
  const { body: kept } = await engine.api('GET', '/ssh_host_keys');
  expect(kept).toMatchObject([{ host: 'good.example' }]);
});

test('what only hg would take for a file of this disk is no address of Mercurial’s', async () => {
  for (const vcs_url of [`bundle:${source}`, `union:${source}+${source}`, 'bundle:../x']) {
    const { status, body } = await engine.api('POST', '/import_detections', { vcs_url, vcs: 'mercurial' });
    expect(status === 422 || body.status === 'detection_found_nothing', JSON.stringify(body)).toBe(true);
    if ((await newImport('files', { vcs_url, vcs: 'mercurial' })).status !== 201) continue;
    const ended = await engine.importIn('files', ['error', 'complete', 'detection_found_nothing']);
    expect(ended.status).not.toBe('complete');
    await engine.api('DELETE', '/repos/acme/files/import');
  }
});

test('user names and passwords of several lines are refused everywhere', async () => {
  const given = { vcs_url: source, vcs: 'git' };
  for (const text of ['one\ntwo', 'one\r\ntwo', 'nul\0byte', '\u001b[2J']) {
    const lines = await listOf([
      [source, 'a', text, 'x'],
      [source, 'b', 'x', text],
    ]);
    expect(lines.map(({ state }) => state)).toEqual(['refused', 'refused']);
    for (const field of ['username', 'password']) {
      const vcs = { [`vcs_${field}`]: text };
      expectRefused(await engine.api('POST', '/import_detections', { ...given, ...vcs }), `detection ${text}`);
      expectRefused(await engine.api('POST', '/import_surveys', { ...given, ...vcs }), `survey ${text}`);
      expectRefused(await newImport('lines', { ...given, ...vcs }), `import ${text}`);
      expectRefused(await engine.api('PATCH', '/repos/acme/done/import', vcs), `change ${text}`);
      expectRefused(await engine.api('POST', '/repos/acme/done/import/updates', vcs), `update ${text}`);
      const push = { remote_url: source, [field]: text };
      expectRefused(await engine.api('POST', '/repos/acme/done/remote_pushes', push), `push ${text}`);
    }
  }
});

test('user names and passwords like options are only ever wrong ones', async () => {
  makeGitSource(sources, 'guarded.git', historyStream(2));
  const repository = makeSvnSource(sources, 'guarded', projectHistory('', 2));
  const [http, svn] = await Promise.all([serveGitHttp(sources, USER), serveSvn(sources, [repository], USER)]);
  const servers = [
    { vcs: 'git', vcs_url: `${http.url}/guarded.git` },
    { vcs: 'subversion', vcs_url: `${svn.url}/guarded` },
  ];
  const before = folderState(sources);
  try {
    for (const [n, danger] of [...dangers(), '$(touch ran)', '"; touch ran; "', '%include /etc/passwd'].entries()) {
      const body = { vcs_username: danger, vcs_password: danger, ...(servers[n % 2] as (typeof servers)[0]) };
      const { body: found } = await engine.api('POST', '/import_detections', body);
      expect(found.status, danger).toMatch(/auth/);
      await engine.api('POST', '/import_surveys', body);
    }
    const [danger = ''] = dangers();
    await newImport('guarded', { ...servers[0], vcs_username: danger, vcs_password: danger });
    expect(await engine.importIn('guarded', ['auth_failed', 'error', 'complete'])).toMatchObject({
      status: 'auth_failed',
    });
    await engine.api('PATCH', '/repos/acme/guarded/import', { vcs_username: USER.name, vcs_password: USER.password });
    expect(await engine.importIn('guarded', ['error', 'complete'])).toMatchObject({ status: 'complete' });
    const push = { remote_url: `${http.url}/guarded.git`, username: danger, password: danger };
    const { body: pushed } = await engine.api('POST', '/repos/acme/done/remote_pushes', push);
    const ended = await engine.until(async () => {
      const { body } = await engine.api('GET', `/repos/acme/done/remote_pushes/${pushed.id}`);
      return ['pending', 'pushing'].includes(body.status) ? undefined : body;
    });
    expect(ended.status).not.toBe('complete');
  } finally {
    await Promise.all([http.stop(), svn.stop()]);
  }
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources)).toEqual(before);
});

test('projects, folders and layouts name nothing but folders of the source', async () => {
  const history = [...projectHistory('one/', 2), ...projectHistory('two/', 2)];
  const path = makeSvnSource(sources, 'projects', history);
  await newImport('projects', { vcs_url: path });
  const asked = await engine.importIn('projects', ['detection_found_multiple', 'complete', 'error']);
  expect(asked.status).toBe('detection_found_multiple');
  for (const danger of [...dangers(), '../..', '/etc', 'one/../../..']) {
    for (const field of ['svn_root', 'tfvc_project', 'human_name']) {
      const { status } = await engine.api('PATCH', '/repos/acme/projects/import', {
        vcs: 'subversion',
        [field]: danger,
      });
      expect(status, `${field} ${danger}`).toBe(422);
    }
  }
  const layout = { trunk: '--config=x', branches: ['../../*'], tags: ['-x/*'], default_branch: '--upload-pack=x' };
  const { status } = await newImport('layouts', { vcs_url: join(path), vcs: 'subversion', layout });
  expect([201, 422]).toContain(status);
  if (status === 201) await engine.importIn('layouts', ['complete', 'error', 'detection_found_multiple']);
  expect(readdirSync(canaries)).toEqual([]);
  expect(existsSync(join(engine.folder, '..', 'ran'))).toBe(false);
});
