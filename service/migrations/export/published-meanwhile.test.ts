/** An update that publishes a new branch between the look at a repository's refs and the look at what imports wrote. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { takeSnapshot } from './snapshot.ts';

const between = vi.hoisted(() => ({ once: null as (() => Promise<void>) | null }));
vi.mock(import('./refs-snapshot.ts'), async (original) => {
  const real = await original();
  const readRefs: typeof real.readRefs = async (...asked) => {
    const refs = await real.readRefs(...asked);
    const work = between.once;
    between.once = null;
    await work?.();
    return refs;
  };
  return { ...real, readRefs };
});

let folder: string;
let engine: TestEngine;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry published '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('the snapshot is taken again: nothing is lost', async () => {
  const source = makeGitSource(folder, 'source.git', historyStream(5));
  await engine.api('POST', '/orgs/acme/repos', { name: 'tool' });
  await engine.api('PUT', '/repos/acme/tool/import', { vcs: 'git', vcs_url: source });
  expect((await engine.importIn('tool', ['complete', 'error'])).status).toBe('complete');
  const { body } = await engine.api('GET', '/repos/acme/tool');
  between.once = async () => {
    git(source, ['branch', 'new', 'main~1']);
    expect((await engine.api('POST', '/repos/acme/tool/import/updates', {})).status).toBe(202);
    await engine.importIn('tool', ['complete', 'error']);
  };
  const target = join(folder, 'snapshot');
  await takeSnapshot({
    ...{
      fullName: 'acme/tool',
      path: join(engine.folder, 'repositories/acme/tool.git'),
      repositoryId: body.id,
      target,
    },
    ...{ dataFolder: engine.folder, pushedAt: '2026-01-01T00:00:00Z', signal: new AbortController().signal },
  });
  expect(git(target, ['--git-dir', target, 'rev-parse', 'new'])).toBe(git(source, ['rev-parse', 'new']));
});
