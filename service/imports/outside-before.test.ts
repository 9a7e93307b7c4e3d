/** Revisions outside of every branch are said, counted, before anything is published; `svn log` says how many there are. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Work } from '../api/work/work-schemas.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';
import type { OutsideFolder } from '../vocabulary/completeness.ts';

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry outside '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const layout = {
  root: '',
  trunk: 'trunk',
  branches: ['branches/*'],
  tags: ['tags/*'],
  left_out: [] as string[],
  default_branch: 'main',
  gitignore: true,
};

/** Revisions that put content into a folder, as Subversion itself lists them. */
function revisionsIn(source: string, folders: readonly string[]): number {
  const log = execFileSync('svn', ['log', '-v', '-q', `file://${encodeURI(source)}`], { encoding: 'utf8' });
  const changed = folders.map((name) => new RegExp(`^   [AM] /${name}/.*(\\.[a-z]+|\\(from .*\\))$`, 'm'));
  return log.split(/^-+$/m).filter((entry) => changed.some((pattern) => pattern.test(entry))).length;
}

async function held(repo: string, source: string, chosen: object) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  const body = { vcs: 'subversion', vcs_url: source, hold_before_push: true, layout: chosen };
  expect((await engine.api('PUT', `/repos/acme/${repo}/import`, body)).status).toBe(201);
  return engine.importIn(repo, ['mapping'], ({ waiting_for_release }) => waiting_for_release === true);
}

test('what lies outside of every branch is told while the import is held, and is no more once it is left out', async () => {
  const file = (path: string, n: number) => ({ path, text: `${n}\n` });
  const source = makeSvnSource(folder, 'svn', [
    ...projectHistory('', 6),
    { author: 'sven', message: 'vendor', changes: [{ path: 'vendor' }, file('vendor/a.c', 1)] },
    { author: 'sven', message: 'vendor', changes: [file('vendor/b.c', 2)] },
    { author: 'sven', message: 'both', changes: [file('vendor/c.c', 3), file('trunk/late.txt', 3)] },
    { author: 'sven', message: 'docs', changes: [{ path: 'docs' }, file('docs/one.txt', 4)] },
  ]);
  const lost = revisionsIn(source, ['vendor', 'docs']);
  expect(lost).toBe(4);
  const { outcome } = await held('outside', source, layout);
  const { complete } = outcome ?? {};
  expect(complete).toMatchObject({ state: 'red', lost, excluded: 0 });
  expect(complete?.outside.map((outside: OutsideFolder) => [outside.folder, outside.revisions])).toEqual([
    ['vendor', revisionsIn(source, ['vendor'])],
    ['docs', revisionsIn(source, ['docs'])],
  ]);
  expect(complete?.text).toContain(
    `${lost} of ${revisionsIn(source, ['vendor', 'docs', 'trunk', 'branches'])} content revisions changed content outside of every branch (/vendor, /docs)`,
  );
  const { body: log } = await engine.api('GET', '/repos/acme/outside/import/log');
  expect(log).toContainEqual(expect.objectContaining({ level: 'warning', text: complete?.text }));

  // Nor is it called done where it was published so.
  await engine.api('POST', '/orgs/acme/repos', { name: 'unseen' });
  await engine.api('PUT', '/repos/acme/unseen/import', { vcs: 'subversion', vcs_url: source, layout });
  const { verdict: red } = await engine.importIn('unseen', ['complete']);
  const { body: work } = await engine.api('GET', '/user/work');
  expect(work.find(({ repo }: Work) => repo === 'unseen')).toMatchObject({ warns: true, text: red?.complete.text });

  // Nothing is mapped by another layout until it is published: no numbers of the one before are told.
  await engine.api('PATCH', '/repos/acme/outside/import', { layout: { ...layout, left_out: ['vendor', 'docs'] } });
  expect((await engine.api('GET', '/repos/acme/outside/import')).body).not.toHaveProperty('outcome');
  await engine.api('PATCH', '/repos/acme/outside/import', { hold_before_push: false });
  const { verdict } = await engine.importIn('outside', ['complete']);
  expect(verdict?.complete).toMatchObject({ state: 'green', lost: 0, excluded: 3 });
  expect(await held('left', source, { ...layout, left_out: ['vendor', 'docs'] })).toMatchObject({
    outcome: { complete: { state: 'green', lost: 0, excluded: 3 } },
  });
});
