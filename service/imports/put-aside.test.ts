/** What was fetched, and put aside because it could not be used: it does not stay for ever where the mending is cut off. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let folder: string;
let data: string;
let engine: TestEngine;
const asides = () => {
  const damaged = join(data, 'damaged');
  return existsSync(damaged) ? readdirSync(damaged).filter((name) => name.startsWith('import-1-')) : [];
};
/** Its bytes are in the middle of being fetched anew. */
const isPutAside = () => vi.waitFor(() => expect(asides()).toHaveLength(1), { timeout: 30_000, interval: 2 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry aside '));
  data = join(folder, 'data');
  mkdirSync(data);
  const vcs_url = `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 40)))}`;
  engine = await startTestEngine(data);
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs: 'subversion', vcs_url });
  expect((await engine.importIn('r', ['complete', 'error'])).status).toBe('complete');
  writeFileSync(join(data, 'imports/1/fetch/journal.jsonl'), 'damaged\n');
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('an import that is cancelled while it is mended leaves nothing behind', async () => {
  await engine.api('PATCH', '/repos/acme/r/import', {});
  await isPutAside();
  expect((await engine.api('DELETE', '/repos/acme/r/import')).status).toBe(204);
  expect(asides()).toEqual([]);
});

test('one that is cut off goes on, and leaves nothing behind when it is complete', async () => {
  await engine.api('PATCH', '/repos/acme/r/import', {});
  await isPutAside();
  await engine.restart();
  expect(engine.logLines.join('\n')).toContain('It goes when that import is complete, or is cancelled.');
  const ended = await engine.importIn('r', ['complete', 'error']);
  expect(ended.status, ended.message).toBe('complete');
  expect((await engine.api('GET', '/repos/acme/r/import/report')).body.verified).toBe(true);
  expect(asides()).toEqual([]);
});

test('an update that is stopped while it is mended is taken up by the next one', async () => {
  expect((await engine.api('POST', '/repos/acme/r/import/updates', {})).status).toBe(202);
  await isPutAside();
  expect((await engine.api('DELETE', '/repos/acme/r/import')).status).toBe(204);
  expect((await engine.api('GET', '/repos/acme/r/import')).body.status).toBe('complete');
  expect((await engine.api('POST', '/repos/acme/r/import/updates', {})).status).toBe(202);
  const ended = await engine.importIn('r', ['complete', 'error'], ({ updating }) => updating !== true);
  expect([ended.status, ended.last_update], ended.message).toEqual(['complete', undefined]);
  expect((await engine.api('GET', '/repos/acme/r/import/report')).body.verified).toBe(true);
  expect(asides()).toEqual([]);
});

test('what nobody needs any more goes at the next start', async () => {
  for (const name of ['import-1-fetched-5', 'import-77-fetched-5', 'import-1-5'])
    mkdirSync(join(data, 'damaged', name), { recursive: true });
  await engine.restart();
  // Packs of what was published are never deleted.
  expect(readdirSync(join(data, 'damaged'))).toEqual(['import-1-5']);
});
