import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';

let folder: string;
const file = (path: string) => join(folder, 'repositories/acme/r.git', path);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry left-behind-'));
  const engine = await startTestEngine(folder);
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.end();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('after an engine that ended by itself, what a git left goes beside other work; what somebody makes meanwhile stays', async () => {
  writeFileSync(file('packed-refs.lock'), '');
  utimesSync(file('packed-refs.lock'), 1_600_000_000, 1_600_000_000);
  writeFileSync(file('objects/pack/tmp_pack_1'), '');
  // Of a git that begins after the engine did.
  const later = Date.now() / 1000 + 60;
  utimesSync(file('objects/pack/tmp_pack_1'), later, later);
  const engine = await startTestEngine(folder);
  await vi.waitFor(() => expect(existsSync(file('packed-refs.lock'))).toBe(false), { timeout: 60_000 });
  expect(existsSync(file('objects/pack/tmp_pack_1'))).toBe(true);
  await engine.end();
});

test('after an engine that was killed all of it goes before anything else', async () => {
  const note = join(folder, 'installation.json');
  const { closed: _, ...killed } = JSON.parse(readFileSync(note, 'utf8')) as Record<string, unknown>;
  writeFileSync(note, JSON.stringify(killed));
  writeFileSync(file('HEAD.lock'), '');
  const engine = await startTestEngine(folder);
  expect(existsSync(file('HEAD.lock'))).toBe(false);
  await engine.end();
});
