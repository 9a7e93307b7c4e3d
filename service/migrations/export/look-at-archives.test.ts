/** Archives that a disk damaged after they were made: noticed at the next start, said, kept, and made again. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { archiveOf, exportAll, migrationIn } from '../../testing/migrations.ts';

let folder: string;
let engine: TestEngine;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry damaged archives '));
  engine = await startTestEngine(folder);
  await engine.api('POST', '/orgs/acme/repos', { name: 'widgets' });
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const damaged = () => readdirSync(join(folder, 'damaged'));
const looked = (archives: string) =>
  vi.waitFor(() => expect(engine.logLines.join('\n')).toContain(`Looked at the sizes of ${archives}`), 20_000);
const sumOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 1;
  writeFileSync(path, bytes);
}

test('one that was cut off, of repositories that are locked since, is made again by itself', async () => {
  const { path, migration } = await exportAll(engine, ['widgets'], { lock_repositories: true });
  truncateSync(archiveOf(engine, migration), 100);
  await engine.restart();
  await looked('1 archives');
  const again = await migrationIn(engine, path, ['exported']);
  expect(engine.logLines.join('\n')).toContain(`has 100 of the ${migration.archive.size} bytes that were written.`);
  expect(sumOf(archiveOf(engine, again))).toBe(again.archive.sha256);
  expect(damaged()).toEqual([expect.stringMatching(/^migration-1-\d+\.tar\.gz$/)]);
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(302);
});

test('one with a flipped bit is told and kept; nothing else is exported without being asked', async () => {
  const { path, migration } = await exportAll(engine, ['widgets']);
  const archive = archiveOf(engine, migration);
  flip(archive);
  const bytes = readFileSync(archive);
  await engine.restart();
  const now = await migrationIn(engine, path, ['failed']);
  expect(now).toMatchObject({
    archive: null,
    error_message: expect.stringMatching(/is not what was written: its checksum differs\..*Retry the migration/),
  });
  expect((await engine.api('GET', `${path}/archive`)).status).toBe(404);
  await looked('1 archives');
  expect(readFileSync(join(folder, 'damaged', damaged()[0] ?? ''))).toEqual(bytes);
  // Not a second time, and nothing of it is removed by a start.
  await engine.restart();
  expect((await engine.api('GET', path)).body.state).toBe('failed');
  expect(damaged()).toHaveLength(1);
  expect((await engine.api('POST', `${path}/retry`)).status).toBeLessThan(300);
  const again = await migrationIn(engine, path, ['exported']);
  expect(sumOf(archiveOf(engine, again))).toBe(again.archive.sha256);
});

test('whole ones stay, and the log says how many were read', async () => {
  const { path } = await exportAll(engine, ['widgets']);
  const second = await exportAll(engine, ['widgets']);
  expect((await engine.api('DELETE', `${second.path}/archive`)).status).toBe(204);
  await engine.restart();
  await looked('1 archives, 1 of them read whole');
  expect((await engine.api('GET', path)).body.state).toBe('exported');
});
