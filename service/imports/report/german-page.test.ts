/** The saved report, opened from a window that speaks German. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';

let engine: TestEngine;
let sources: string;
beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry pages '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(name: string, given: { vcs: string; vcs_url: string }): Promise<void> {
  expect((await engine.api('POST', '/orgs/acme/repos', { name })).status).toBe(201);
  await engine.api('PUT', `/repos/acme/${name}/import`, given);
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

async function pageFor(name: string, language: string): Promise<string> {
  const asked = new Request(`${BASE}/repos/acme/${name}/import/report?translated=true`, {
    headers: { 'Accept-Language': language },
  });
  const report = (await (await engine.service.fetch(asked, { login: OWNER.login })).json()) as ImportReport;
  return readFileSync(report.files.html, 'utf8');
}

/** What a reader sees of a page, without names, ids and keys of findings. */
function wordsOf(page: string): string {
  return page
    .slice(page.indexOf('<body>'))
    .replace(/× \w+/g, '')
    .replace(/<[^>]+>/g, ' ');
}
const ENGLISH = /\b(the|of|and|are|were|with|they|source|found|files|checks?|revisions|authors|which|left)\b/i;

test('a window that speaks German opens a page without an English sentence', async () => {
  const hidden = 'reset refs/pull/7/head\nfrom :3\n\n';
  const git = makeGitSource(sources, 'hidden.git', historyStream(1200, undefined, hidden));
  await imported('hidden', { vcs: 'git', vcs_url: git });
  const layout = [
    { author: 'olga', message: 'empty', changes: [{ path: 'trunk/nothing here' }] },
    { author: 'olga', message: 'beside', changes: [{ path: 'notes.txt', text: 'outside of every branch' }] },
    { author: '', message: 'nobody', changes: [{ path: 'trunk/more.txt', text: 'more' }] },
  ];
  const svn = makeSvnSource(sources, 'one', [...projectHistory('', 12, ['sven', 'olga']), ...layout]);
  await imported('folders', { vcs: 'subversion', vcs_url: pathToFileURL(svn).href });
  for (const name of ['hidden', 'folders']) {
    const page = await pageFor(name, 'de-DE');
    expect(page).toContain('<html lang="de">');
    expect(page).toContain(`<h1>Import von acme/${name}</h1>`);
    const words = wordsOf(page);
    expect(words).toMatch(/Bitte ansehen|Zur Information/);
    expect(words.split(/\s{2,}/).filter((text) => ENGLISH.test(text))).toEqual([]);
  }
  // Numbers and moments as they are written in German.
  const page = await pageFor('hidden', 'de');
  expect(page).toContain('<td>1.200</td>');
  expect(page).toMatch(/<td>Begonnen<\/td><td>\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}:\d{2}<\/td>/);
});

test('all others are told of the page beside the repository, which is English', async () => {
  const page = await pageFor('folders', 'en');
  expect(page).toContain('<html lang="en">');
  const program = await engine.api('GET', '/repos/acme/folders/import/report?translated=true', undefined, {
    'Accept-Language': 'de',
  });
  expect(program.body.files.html).toBe(join(engine.folder, 'repositories/acme/folders.import-report.html'));
  expect(readFileSync(program.body.files.html, 'utf8')).toBe(page);
  expect(page).toContain('Import of acme/folders');
});
