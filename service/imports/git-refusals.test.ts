/** What is no Git repository that can be imported, and requests that come at the wrong time. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';

let engine: TestEngine;
let sources: string;
let source: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  source = makeGitSource(sources, 'project.git', historyStream(40));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function newRepository(name: string): Promise<string> {
  const { status } = await engine.api('POST', '/orgs/acme/repos', { name });
  expect(status).toBe(201);
  return join(engine.folder, 'repositories/acme', `${name}.git`);
}

/** Imports the source into a new repository. */
async function imported(name: string): Promise<void> {
  await newRepository(name);
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

test('an empty repository ends in an error with the sentence that clients know', async () => {
  const empty = join(sources, 'empty.git');
  git(sources, ['init', '--quiet', '--bare', empty]);
  await newRepository('empty');
  await engine.api('PUT', '/repos/acme/empty/import', { vcs_url: empty });
  const failed = await engine.importIn('empty', ['error', 'complete']);
  expect(failed).toMatchObject({
    status: 'error',
    error_message: 'The imported repository is empty.',
    message: 'The imported repository is empty.',
    failed_step: 'raw',
  });
  expect((await engine.api('DELETE', '/repos/acme/empty/import')).status).toBe(204);
  expect((await engine.api('GET', '/repos/acme/empty/import')).status).toBe(404);
  expect(readdirSync(join(engine.folder, 'trash'))).toEqual([]);
});

test('wrong addresses end in the right state with a sentence', async () => {
  await newRepository('wrong');
  const attempt = async (body: Record<string, unknown>) => {
    await engine.api('DELETE', '/repos/acme/wrong/import');
    const { status, body: answer } = await engine.api('PUT', '/repos/acme/wrong/import', body);
    return status === 201
      ? engine.importIn('wrong', [
          'error',
          'complete',
          'detection_found_nothing',
          'auth_failed',
          'detection_needs_auth',
        ])
      : answer;
  };
  expect(await attempt({ vcs_url: join(sources, 'nothing-here') })).toMatchObject({
    status: 'detection_found_nothing',
    message: expect.stringContaining('There is nothing at'),
  });
  expect(await attempt({ vcs: 'git', vcs_url: sources })).toMatchObject({ status: 'error', failed_step: 'detection' });
  expect(await attempt({ vcs: 'git', vcs_url: 'git://127.0.0.1:1/x' })).toMatchObject({
    status: 'error',
    message: expect.stringContaining('did not answer'),
  });
  expect(await attempt({ vcs: 'git', vcs_url: 'https://no-such-host.invalid/x' })).toMatchObject({
    status: 'error',
    message: expect.stringContaining('not found'),
  });
  expect(await attempt({ vcs_url: 'ext::sh -c id' })).toMatchObject({
    message: 'Validation Failed',
    errors: [{ field: 'vcs_url', code: 'invalid' }],
  });
  expect(await attempt({ vcs: 'tfvc', vcs_url: source })).toMatchObject({
    status: 'error',
    message: expect.stringContaining('what lies there is one of Git.'),
  });
  expect(await attempt({ vcs: 'tfvc', vcs_url: sources })).toMatchObject({
    status: 'error',
    message: expect.stringContaining('is no address of a Team Foundation server'),
  });
  expect(await attempt({})).toMatchObject({
    errors: [{ resource: 'Import', field: 'vcs_url', code: 'missing_field' }],
  });
  await engine.api('DELETE', '/repos/acme/wrong/import');
  expect(existsSync(join(engine.folder, 'imports'))).toBe(true);
});

test('a destination that holds refs of somebody else is refused before anything is fetched', async () => {
  const path = await newRepository('taken');
  git(path, ['fast-import', '--quiet', '--done'], { input: historyStream(1) });
  await engine.api('PUT', '/repos/acme/taken/import', { vcs: 'git', vcs_url: source });
  const failed = await engine.importIn('taken', ['error', 'complete']);
  expect(failed).toMatchObject({ status: 'error', failed_step: 'push', message: expect.stringContaining('not empty') });
  expect(git(path, ['rev-list', '--count', '--all'])).toBe('1');
});

test('many requests at once: one import, one answer each, no two runs', async () => {
  await newRepository('busy');
  const body = { vcs: 'git', vcs_url: source };
  const starts = await Promise.all(Array.from({ length: 5 }, () => engine.api('PUT', '/repos/acme/busy/import', body)));
  expect(starts.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  await engine.importIn('busy', ['complete', 'error']);
  const restarts = await Promise.all(
    Array.from({ length: 5 }, () => engine.api('PATCH', '/repos/acme/busy/import', '')),
  );
  expect(restarts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await engine.importIn('busy', ['complete', 'error'], (now) => now.finished_at !== null)).status).toBe(
    'complete',
  );
  const removals = await Promise.all([1, 2, 3].map(() => engine.api('DELETE', '/repos/acme/busy/import')));
  expect(removals.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
});

test('a PATCH that sends the import back keeps its layout and its system', async () => {
  await imported('kept');
  const { body } = await engine.api('GET', '/repos/acme/kept/import');
  const sent = await engine.api('PATCH', '/repos/acme/kept/import', {
    vcs: body.vcs,
    vcs_url: body.vcs_url,
    tfvc_project: null,
  });
  expect(sent).toMatchObject({ status: 200, body: { vcs: 'git' } });
  await engine.importIn('kept', ['complete', 'error'], (now) => now.finished_at !== null);
});

test('SHA-256 ids, and refs in a storage that this Git does not know, are refused before anything is fetched', async () => {
  const long = join(sources, 'long');
  git(sources, ['init', '--quiet', '--object-format=sha256', '--initial-branch=main', long]);
  writeFileSync(join(long, 'a'), 'a');
  git(long, ['add', '.']);
  git(long, ['-c', 'user.name=L', '-c', 'user.email=l@x', 'commit', '--quiet', '-m', 'a']);
  await newRepository('long');
  await engine.api('PUT', '/repos/acme/long/import', { vcs: 'git', vcs_url: long });
  const failed = await engine.importIn('long', ['complete', 'error']);
  expect(failed).toMatchObject({ status: 'error', message: expect.stringContaining('by SHA-256') });

  // Both are said before anything is fetched.
  const detect = async (vcs_url: string) =>
    JSON.stringify((await engine.api('POST', '/import_detections', { vcs_url, vcs: 'git' })).body);
  expect(await detect(join(sources, 'long'))).toContain('by SHA-256');
  const tables = makeGitSource(sources, 'tables.git', historyStream(2));
  git(tables, ['config', 'core.repositoryformatversion', '1']);
  // No Git knows it; that of 2.45 knows reftables.
  git(tables, ['config', 'extensions.refstorage', 'future']);
  expect(await detect(tables)).toMatch(/does not know \(refstorage\).*git refs migrate/);
});
