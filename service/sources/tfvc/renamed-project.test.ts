/** Projects that are renamed on their server after they were imported. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { renameProject } from './testing/rename-project.ts';
import { TfvcServer } from './testing/server.ts';
import { shop, TOP } from './testing/shop.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.end());

const refsOf = (repo: string) =>
  execFileSync('git', ['for-each-ref', '--format=%(objectname) %(refname)'], {
    cwd: join(engine.folder, `repositories/acme/${repo}.git`),
    encoding: 'utf8',
  });
const finished = (repo: string) => engine.importIn(repo, ['complete', 'error'], (now) => now.finished_at !== null);

async function imported(repo: string, source: Record<string, unknown>) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs: 'tfvc', ...source });
  expect(await finished(repo)).toMatchObject({ status: 'complete' });
}

test.each([
  {
    how: 'by its address',
    source: (url: string) => ({ vcs_url: `${url}/Shop` }),
    now: (url: string) => `${url}/Store`,
  },
  {
    how: 'by its name in a collection',
    source: (url: string) => ({ vcs_url: url, tfvc_project: 'Shop' }),
    now: () => null,
  },
])('one that was imported $how is brought up to date below its new name', async ({ how, source, now }) => {
  const repo = how.replaceAll(' ', '-');
  const model = shop((work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  model.addProject('Other');
  model.checkIn({}, (work) => work.add('$/Other/file', 'other\n'));
  const server = await TfvcServer.start(model);
  try {
    await imported(repo, source(server.url));
    renameProject(model, 'Shop', 'Store');
    model.checkIn({}, (work) => work.edit('$/Store/Main/readme.txt', 'three\n'));
    model.checkIn({}, (work) => work.merge('$/Store/Main', '$/Store/Dev', 1, model.youngest));
    expect((await engine.api('POST', `/repos/acme/${repo}/import/updates`, { vcs_url: now(server.url) })).status).toBe(
      202,
    );
    expect(await finished(repo)).toMatchObject({ status: 'complete', tfvc_project: 'Store' });
    await imported(`${repo}-anew`, { vcs_url: `${server.url}/Store` });
    expect(refsOf(repo)).toBe(refsOf(`${repo}-anew`));
    expect((await engine.api('GET', `/repos/acme/${repo}/import/report`)).body.verified).toBe(true);
  } finally {
    await server.stop();
  }
});
