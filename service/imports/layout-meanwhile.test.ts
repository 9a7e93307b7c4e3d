/** A layout that is chosen while the source is still being fetched: the fetch goes on, and the mapping after it is by that layout. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';
import { type SlowLink, startSlowLink } from '../testing/slow-link.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

let engine: TestEngine;
let folder: string;
let server: Awaited<ReturnType<typeof serveSvn>>;
let link: SlowLink;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry layout '));
  server = await serveSvn(folder, [makeSvnSource(folder, 'one', projectHistory('', 60))], null);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  await link?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a layout chosen in the middle of the fetch is mapped when all is here, and nothing is fetched twice', async () => {
  link = await startSlowLink(Number(new URL(server.url).port), 60_000);
  await engine.api('POST', '/orgs/acme/repos', { name: 'meanwhile' });
  await engine.api('PUT', '/repos/acme/meanwhile/import', {
    vcs: 'subversion',
    vcs_url: `svn://127.0.0.1:${link.port}/one`,
    hold_before_push: true,
  });
  await link.stalled;
  const fetching = (await engine.api('GET', '/repos/acme/meanwhile/import')).body;
  expect(fetching).toMatchObject({ status: 'importing', layout: { trunk: 'trunk', branches: ['branches/*'] } });
  const layout = { ...fetching.layout, branches: [], left_out: ['branches'], default_branch: 'develop' };
  const changed = await engine.api('PATCH', '/repos/acme/meanwhile/import', { layout });
  // It is not begun anew: the very fetch goes on.
  expect(changed).toMatchObject({ status: 200, body: { status: 'importing', layout: { default_branch: 'develop' } } });
  link.open();

  const held = await engine.importIn(
    'meanwhile',
    ['mapping', 'error'],
    (body) => body.waiting_for_release || body.status === 'error',
  );
  expect(held).toMatchObject({ waiting_for_release: true, layout: { branches: [], default_branch: 'develop' } });
  expect(held.suggested_layout).toMatchObject({ branches: ['branches/*'], default_branch: 'main' });
  const log = (await engine.api('GET', '/repos/acme/meanwhile/import/log')).body as { text: string }[];
  const said = (beginning: string) => log.filter(({ text }) => text.startsWith(beginning)).length;
  expect([said('Looking at'), said('Everything was fetched'), said('Making branches and tags')]).toEqual([1, 1, 1]);

  await engine.api('PATCH', '/repos/acme/meanwhile/import', { hold_before_push: false });
  expect(await engine.importIn('meanwhile', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const path = join(engine.folder, 'repositories/acme/meanwhile.git');
  expect(git(path, ['for-each-ref', '--format=%(refname)']).split('\n')).toEqual(['refs/heads/develop']);
  expect((await engine.api('GET', '/repos/acme/meanwhile/import/report')).body).toMatchObject({ verified: true });
});

test('numbers of a mapping that another layout took the place of are not told', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'numbers' });
  await engine.api('PUT', '/repos/acme/numbers/import', {
    ...{ vcs: 'subversion', vcs_url: `svn://127.0.0.1:${link.port}/one`, hold_before_push: true },
  });
  const held = await engine.importIn('numbers', ['mapping', 'error'], (body) => body.waiting_for_release === true);
  expect(held.outcome).toMatchObject({ branches: 2 });
  const layout = { ...held.layout, branches: [], left_out: ['branches'] };
  const changed = (await engine.api('PATCH', '/repos/acme/numbers/import', { layout })).body;
  expect(changed).toMatchObject({ waiting_for_release: true });
  expect(changed.outcome).toBeUndefined();
  await engine.api('PATCH', '/repos/acme/numbers/import', { hold_before_push: false });
  expect(await engine.importIn('numbers', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const report = (await engine.api('GET', '/repos/acme/numbers/import/report')).body;
  expect(report).toMatchObject({ verified: true, counts: { branches: 1 } });
});
