/** A mailmap of Git, given to an import: commits have the authors that `git log` shows with it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';

let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry mailmap '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const MAILMAP = `# who is who
Ann Lee <ann@new.org> <ANN@old.org>
Bobby <bob@x.org>
Cid Real <cid@new.org> cid <shared@x.org>
`;
const TEXT = { 'content-type': 'text/plain' };

test('by addresses in any case, and by the name where several share one', async () => {
  const authors = [
    'ann <ann@old.org>',
    'a.lee <Ann@Old.org>',
    'bob <bob@x.org>',
    'cid <shared@x.org>',
    'dee <shared@x.org>',
  ];
  const source = makeGitSource(folder, 'source.git', historyStream(15, authors));
  await engine.api('POST', '/orgs/acme/repos', { name: 'mailmap' });
  await engine.api('PUT', '/repos/acme/mailmap/import', { vcs: 'git', vcs_url: source, hold_before_push: true });
  await engine.importIn('mailmap', ['mapping'], (now) => now.waiting_for_release);

  const place = '?owner=acme&repo=mailmap';
  const reading = await engine.api('POST', `/author_map_readings${place}`, MAILMAP, TEXT);
  expect(reading.body.entries).toHaveLength(4);
  expect((await engine.api('POST', '/author_map_readings?owner=acme&repo=gone', MAILMAP, TEXT)).status).toBe(404);
  const { body: token } = await engine.api('POST', '/authorizations', { note: 'for nothing', scopes: [] });
  const asToken = { ...TEXT, authorization: `token ${token.token}` };
  expect((await engine.api('POST', `/author_map_readings${place}`, MAILMAP, asToken)).status).toBe(403);
  expect((await engine.api('POST', '/author_map_readings', MAILMAP, asToken)).status).toBe(200);

  const loaded = await engine.api('PUT', '/repos/acme/mailmap/import/authors/map', MAILMAP, TEXT);
  expect(loaded.body).toMatchObject({ matched: 4, unmatched: 0, problems: [] });
  await engine.api('PATCH', '/repos/acme/mailmap/import', { hold_before_push: false });
  await engine.importIn('mailmap', ['complete', 'error']);

  const file = join(folder, 'mailmap');
  writeFileSync(file, MAILMAP);
  const log = (repository: string, ...args: string[]) =>
    execFileSync('git', ['--git-dir', repository, ...args, '--all', '--topo-order'], { encoding: 'utf8' });
  expect(log(join(engine.folder, 'repositories/acme/mailmap.git'), 'log', '--format=%s %an <%ae>')).toBe(
    log(source, '-c', `mailmap.file=${file}`, 'log', '--use-mailmap', '--format=%s %aN <%aE>'),
  );
});
