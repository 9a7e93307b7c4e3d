import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream } from '../testing/git-sources.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.end());

test('repositories are measured anew; what somebody pushed by path counts, an empty one has no size', async () => {
  for (const name of ['full', 'empty']) await engine.api('POST', '/orgs/acme/repos', { name });
  const path = join(engine.folder, 'repositories/acme/full.git');
  execFileSync('git', ['--git-dir', path, 'fast-import', '--quiet'], { input: historyStream(3) });
  expect((await engine.api('GET', '/repos/acme/full')).body.size).toBe(0);
  const { status, body } = await engine.api('POST', '/repository_sizes', { owner: 'acme' });
  expect(status).toBe(200);
  expect(body).toEqual([
    { full_name: 'acme/full', size: expect.any(Number) },
    { full_name: 'acme/empty', size: 0 },
  ]);
  expect(body[0].size).toBeGreaterThan(0);
  expect((await engine.api('GET', '/repos/acme/full')).body.size).toBe(body[0].size / 1024);
  await engine.event('repository.changed', ({ repo }) => repo === 'full');
  expect((await engine.api('POST', '/repository_sizes', { owner: 'nobody' })).status).toBe(404);
});
