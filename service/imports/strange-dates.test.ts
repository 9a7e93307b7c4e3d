/** Commits whose dates no calendar holds: they arrive as they are, with authors mapped, and nothing that shows dates ends. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry dates '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

/** Seconds and time zone as a commit has them: beyond ECMAScript's dates, beyond four digits of a year, the first second, none. */
const DATES = [
  '99999999999999 +0000',
  '253402300800 +0000',
  '0 +0000',
  '1700000000 +9959',
  '-5 +0000',
  '18446744073709551615 +0000',
];

async function mapAuthors(name: string): Promise<void> {
  await engine.importIn(name, ['mapping', 'error'], (now) => now.waiting_for_release || now.status === 'error');
  const authors = (await engine.api('GET', `/repos/acme/${name}/import/authors`)).body as { id: number }[];
  for (const { id } of authors) {
    const sent = { name: `New ${id}`, email: `new${id}@example.org` };
    expect((await engine.api('PATCH', `/repos/acme/${name}/import/authors/${id}`, sent)).status).toBe(200);
  }
  await engine.api('PATCH', `/repos/acme/${name}/import`, { hold_before_push: false });
}

/** What each commit says of its author's date, the newest first. */
function datesIn(repository: string): string[] {
  const commits = git(repository, ['rev-list', '--topo-order', 'main']).split('\n');
  return commits.map((id) => /^author .*> (.*)$/m.exec(git(repository, ['cat-file', 'commit', id]))?.[1] ?? '');
}

async function expectShown(name: string, commits: number): Promise<void> {
  const list = await engine.api('GET', `/repos/acme/${name}/import/revisions?q=1`);
  expect(list.status).toBe(200);
  const overview = await engine.until(async () => {
    const { body } = await engine.api('GET', `/repos/acme/${name}/overview`);
    return body.statistics_state === 'counting' ? undefined : body;
  });
  expect([overview.statistics_state, overview.statistics?.commits]).toEqual(['current', commits]);
}

test('Git: every date', async () => {
  const source = makeGitSource(sources, 'dates.git', historyStream(2));
  const tree = git(source, ['rev-parse', 'main^{tree}']);
  let parent = git(source, ['rev-parse', 'main']);
  for (const [number, date] of DATES.entries()) {
    const text = `tree ${tree}\nparent ${parent}\nauthor A${number} <a@b> ${date}\ncommitter A${number} <a@b> ${date}\n\n${number}\n`;
    const object = `commit ${text.length}\0${text}`;
    parent = createHash('sha1').update(object).digest('hex');
    const path = join(source, 'objects', parent.slice(0, 2), parent.slice(2));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, deflateSync(object));
  }
  git(source, ['update-ref', 'refs/heads/main', parent]);
  await engine.api('POST', '/orgs/acme/repos', { name: 'dates' });
  await engine.api('PUT', '/repos/acme/dates/import', { vcs: 'git', vcs_url: source, hold_before_push: true });
  await mapAuthors('dates');
  const done = await engine.importIn('dates', ['complete', 'error']);
  expect([done.status, done.message]).toEqual(['complete', undefined]);
  const path = join(engine.folder, 'repositories/acme/dates.git');
  expect(datesIn(path)).toEqual(datesIn(source));
  expect((await engine.api('GET', '/repos/acme/dates/import/report')).body).toMatchObject({ verified: true });
  await expectShown('dates', DATES.length + 2);
});

test('Mercurial: every date', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  const dates = ['0 0', '2147483647 0', '-2147483648 0', '1700000000 -50400'];
  for (const [number, date] of dates.entries()) {
    hg.write('a', String(number));
    hg.hg('commit', '--addremove', '--quiet', '--message', `c${number}`, '--user', 'A <a@b>', '--date', date);
  }
  await engine.api('POST', '/orgs/acme/repos', { name: 'hg' });
  await engine.api('PUT', '/repos/acme/hg/import', { vcs: 'mercurial', vcs_url: hg.path, hold_before_push: true });
  await mapAuthors('hg');
  const done = await engine.importIn('hg', ['complete', 'error']);
  expect([done.status, done.message]).toEqual(['complete', undefined]);
  await expectShown('hg', dates.length);
});
