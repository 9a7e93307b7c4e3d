/** More imports than there are places: the others say that they wait, can be cancelled meanwhile, and come in their turn. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Work } from '../api/work/work-schemas.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

const WAITS = 'Waits for its turn: 2 other imports are at work.';

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry turns '));
  engine = await startTestEngine(undefined, { importsAtOnce: 2 });
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function start(repo: string, vcs: string, vcs_url: string): Promise<void> {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  expect((await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs, vcs_url })).status).toBe(201);
}

const statusOf = async (repo: string) => (await engine.api('GET', `/repos/acme/${repo}/import`)).body;
const waits = (repo: string) =>
  engine.event(
    'import.log',
    (event) => event.repo === repo && JSON.stringify(event.lines).includes('Waits for its turn'),
  );

test('a third import waits for one of two; what a server sends does not', async () => {
  const long = makeGitSource(folder, 'long.git', historyStream(12_000));
  const short = makeGitSource(folder, 'short.git', historyStream(3));
  const served = makeSvnSource(folder, 'svn', projectHistory('', 3, ['a']));
  const { url, stop } = await serveSvn(folder, [served], null);
  for (const repo of ['one', 'two']) await start(repo, 'git', long);
  for (const repo of ['one', 'two'])
    await engine.event('import.progress', (event) => event.repo === repo && event.progress.step === 'raw');
  await start('three', 'git', short);
  await start('four', 'git', short);
  await start('far', 'subversion', `${url}/svn`);
  await Promise.all([waits('three'), waits('four')]);
  await engine.event('import.progress', (event) => event.repo === 'four' && /Waits/.test(JSON.stringify(event)));
  expect(await statusOf('four')).toMatchObject({ status: 'importing', status_text: WAITS, waiting_for_turn: true });
  expect(await statusOf('one')).not.toHaveProperty('waiting_for_turn');
  const { body: work } = await engine.api('GET', '/user/work');
  const states = Object.fromEntries((work as Work[]).map(({ repo, state, text }) => [repo, [state, text]]));
  expect(states).toMatchObject({ one: ['running', expect.anything()], four: ['waiting', WAITS] });
  expect((await engine.api('DELETE', '/repos/acme/four/import')).status).toBe(204);
  // It came whole, and waits for the machine alone.
  await engine.event('import.log', (event) => event.repo === 'far' && /was fetched/.test(JSON.stringify(event.lines)));
  await waits('far');
  for (const repo of ['one', 'two', 'three', 'far'])
    expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  for (const repo of ['one', 'three', 'far'])
    expect((await engine.api('GET', `/repos/acme/${repo}/import/report`)).body.verified).toBe(true);
  await stop();
});
