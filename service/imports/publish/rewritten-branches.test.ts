/** Subversion branches whose history an update would replace, through the API. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry rewritten '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const svn = (...args: string[]) => execFileSync('svn', args);

function tip(repo: string, ref: string): string {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  return execFileSync('git', ['--git-dir', path, 'rev-parse', ref], { encoding: 'utf8' }).trim();
}

async function imported(repo: string): Promise<string> {
  const url = `file://${makeSvnSource(folder, repo, projectHistory('', 12))}`.replaceAll(' ', '%20');
  svn('copy', '-q', '-m', 'branch', `${url}/trunk`, `${url}/branches/side`);
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs: 'subversion', vcs_url: url });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  return url;
}

/** @returns what became of it: what is asked, or the report */
async function update(repo: string, body: object = {}) {
  const path = `/repos/acme/${repo}/import`;
  expect((await engine.api('POST', `${path}/updates`, body)).status).toBe(202);
  const { last_update } = await engine.importIn(repo, ['complete', 'error']);
  return last_update ?? (await engine.api('GET', `${path}/report`)).body;
}

test('a branch that was deleted and made of another revision is asked for, and counted as new when it is taken over', async () => {
  const url = await imported('made-anew');
  const before = (await engine.api('GET', '/repos/acme/made-anew/import/report')).body;
  const [main, side] = [tip('made-anew', 'main'), tip('made-anew', 'side')];
  svn('rm', '-q', '-m', 'away', `${url}/branches/side`);
  svn('copy', '-q', '-m', 'side anew', `${url}/trunk@5`, `${url}/branches/side`);
  svn('mkdir', '-q', '-m', 'trunk goes on', `${url}/trunk/more`);
  const asked = await update('made-anew');
  const last = before.counts.source_revisions;
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    message: expect.stringContaining('1 branch is rewritten or moved back'),
    changes: [
      {
        name: 'refs/heads/side',
        kind: 'rewritten',
        before: { revision: `r${last}`, message: 'branch' },
        after: { revision: `r${last + 2}`, message: 'side anew' },
      },
    ],
  });
  expect([tip('made-anew', 'main'), tip('made-anew', 'side')]).toEqual([main, side]);
  const report = await update('made-anew', { confirm: asked.confirm });
  expect(report).toMatchObject({ verified: true, update: { new_revisions: 3 } });
  expect(tip('made-anew', `refs/deleted/heads/side@r${last + 1}`)).toBe(side);
});

test('a trunk with another name gives old commits other ids: that is asked for', async () => {
  const url = await imported('renamed');
  const main = tip('renamed', 'main');
  svn('move', '-q', '-m', 'trunk is called main', `${url}/trunk`, `${url}/main`);
  const asked = await update('renamed');
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    changes: expect.arrayContaining([expect.objectContaining({ name: 'refs/heads/main', kind: 'rewritten' })]),
  });
  expect(tip('renamed', 'main')).toBe(main);
  expect(await update('renamed', { confirm: asked.confirm })).toMatchObject({ verified: true });
});

test('a branch and a tag that are gone are named by the revision that they ended with', async () => {
  const url = await imported('gone');
  svn('copy', '-q', '-m', 'release', `${url}/trunk`, `${url}/tags/1.0`);
  const last = (await update('gone')).counts.source_revisions;
  svn('rm', '-q', '-m', 'away', `${url}/branches/side`, `${url}/tags/1.0`);
  expect(await update('gone')).toMatchObject({
    status: 'needs_confirmation',
    changes: [
      { name: 'refs/heads/side', kind: 'gone', before: { revision: `r${last - 1}`, message: 'branch' }, after: null },
      { name: 'refs/tags/1.0', kind: 'gone', before: { revision: `r${last}` }, after: null },
    ],
  });
  // What asks is no damage: it would all be fetched again, to ask the same.
  const { body: log } = await engine.api('GET', '/repos/acme/gone/import/log');
  expect(log.filter(({ text }: { text: string }) => text.includes('cannot be used'))).toEqual([]);
  expect(existsSync(join(engine.folder, 'damaged'))).toBe(false);
});

test('other authors give other ids to the same revisions: that is not asked for', async () => {
  const url = await imported('same');
  const main = tip('same', 'main');
  const authors = (await engine.api('GET', '/repos/acme/same/import/authors')).body;
  const changed = authors.map(({ id, remote_name }: { id: number; remote_name: string }) =>
    engine.api('PATCH', `/repos/acme/same/import/authors/${id}`, { name: remote_name, email: `${id}@example.org` }),
  );
  await Promise.all(changed);
  svn('mkdir', '-q', '-m', 'more', `${url}/trunk/more`);
  expect(await update('same')).toMatchObject({ verified: true, update: { new_revisions: 1 } });
  expect(tip('same', 'main~1')).not.toBe(main);
});

/** Two folders that are one branch, until one of them is called trunk. */
async function withoutTrunk(repo: string): Promise<string> {
  const ann = (message: string, changes: { path: string; text?: string }[]) => ({ author: 'ann', message, changes });
  const history = [
    ann('Two folders', [{ path: 'app' }, { path: 'app/a', text: 'a' }, { path: 'lib' }, { path: 'lib/b', text: 'b' }]),
    ann('App goes on', [{ path: 'app/c', text: 'c' }]),
  ];
  const url = `file://${makeSvnSource(folder, repo, history)}`.replaceAll(' ', '%20');
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs: 'subversion', vcs_url: url });
  expect(await engine.importIn(repo, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  svn('move', '-q', '-m', 'App is the trunk', `${url}/app`, `${url}/trunk`);
  svn('mkdir', '-q', '-m', 'Branches', `${url}/branches`);
  return url;
}

test('where moved folders suggest another shape, commits of the same revisions with other files are asked for, and the shape may stay', async () => {
  await withoutTrunk('shape');
  const main = tip('shape', 'main');
  const { layout } = await engine.importIn('shape', ['complete']);
  const asked = await update('shape');
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    failure: 'update.other_shape',
    message: expect.stringContaining('1 branch is made of other folders or revisions (main)'),
    changes: [{ name: 'refs/heads/main', kind: 'rewritten', before: { revision: 'r2' } }],
  });
  expect(tip('shape', 'main')).toBe(main);
  expect((await engine.importIn('shape', ['complete'])).layout).toEqual(layout);
  await engine.api('PATCH', '/repos/acme/shape/import', { layout });
  const kept = await engine.importIn('shape', ['complete', 'error']);
  expect(kept).toMatchObject({ status: 'complete', layout });
  expect(kept.last_update).toBeUndefined();
  expect(tip('shape', 'main~2')).toBe(main);
});

test('the other shape is taken over when it is confirmed', async () => {
  await withoutTrunk('taken');
  const main = tip('taken', 'main');
  const { confirm } = await update('taken');
  expect(await update('taken', { confirm })).toMatchObject({ verified: true });
  expect((await engine.importIn('taken', ['complete'])).layout).toMatchObject({ trunk: 'trunk' });
  expect(tip('taken', 'main')).not.toBe(main);
});

test('an update that failed behind its look leaves the shape that was published', async () => {
  const url = await withoutTrunk('cut');
  const { layout } = await engine.importIn('cut', ['complete']);
  // What changed in r3 is asked for by the fetch alone.
  const file = join(new URL(url).pathname.replaceAll('%20', ' '), 'db/revs/0/3');
  const bytes = readFileSync(file);
  bytes.write('bad', bytes.lastIndexOf('add-dir'));
  writeFileSync(file, bytes);
  expect(await update('cut')).toMatchObject({ status: 'failed' });
  expect((await engine.importIn('cut', ['complete'])).layout).toEqual(layout);
});

test('what an earlier version published without a list of revisions is compared by its ids, and asked for', async () => {
  const url = await imported('listless');
  svn('copy', '-q', '-m', 'release', `${url}/trunk`, `${url}/tags/1.0`);
  await update('listless');
  const { files } = (await engine.api('GET', '/repos/acme/listless/import/report')).body;
  expect(existsSync(files.revisions)).toBe(true);
  rmSync(files.revisions);
  svn('mkdir', '-q', '-m', 'trunk goes on', `${url}/trunk/more`);
  expect(await update('listless')).toMatchObject({ verified: true, update: { new_revisions: 1 } });

  rmSync(files.revisions);
  const before = ['main', 'side', '1.0'].map((ref) => tip('listless', ref));
  for (const [line, from] of [
    ['branches/side', 'trunk@5'],
    ['tags/1.0', 'trunk@6'],
  ]) {
    svn('rm', '-q', '-m', 'away', `${url}/${line}`);
    svn('copy', '-q', '-m', 'anew', `${url}/${from}`, `${url}/${line}`);
  }
  const asked = await update('listless');
  expect(asked).toMatchObject({
    status: 'needs_confirmation',
    changes: [
      { name: 'refs/heads/side', kind: 'rewritten', before: { message: 'branch' }, after: { message: 'anew' } },
      { name: 'refs/tags/1.0', kind: 'rewritten' },
    ],
  });
  expect(['main', 'side', '1.0'].map((ref) => tip('listless', ref))).toEqual(before);
  expect(await update('listless', { confirm: asked.confirm })).toMatchObject({ verified: true });
  expect(existsSync(files.revisions)).toBe(true);
});
