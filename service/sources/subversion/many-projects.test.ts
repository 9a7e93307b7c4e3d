/** A repository of many projects: which folders are some is asked of several at the same time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeSvnSource, serveSvn } from '../../testing/svn-sources.ts';
import { probeSubversion } from './probe.ts';
import { svnFolders } from './svn-tool.ts';
import { newContext } from './testing/import-all.ts';
import { startNarrowLine } from './testing/narrow-line.ts';

const PROJECTS = Array.from({ length: 40 }, (_, n) => `p${String(n).padStart(2, '0')}`);
let folder: string;
let repository: string;
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-projects-'));
  // Every fourth is none.
  const changes = PROJECTS.flatMap((project, n) => [
    { path: project },
    ...['trunk', 'branches', 'tags'].map((name) => ({ path: `${project}/${n % 4 === 3 ? `no ${name}` : name}` })),
  ]);
  repository = makeSvnSource(folder, 'repository', [{ author: 'sven', message: 'projects', changes }]);
  server = await serveSvn(folder, [repository], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('eight of forty are listed at the same time, and found as in the folder', async () => {
  const eight = Promise.withResolvers<void>();
  let come = 0;
  // What the address is, and its root, are asked for one after the other.
  const line = await startNarrowLine(
    server.url,
    () => 1000,
    (open) => {
      come += 1;
      if (open >= 8) eight.resolve();
      return come <= 2 ? undefined : eight.promise;
    },
  );
  try {
    const far = await probeSubversion(`${line.url}/repository`, newContext(folder));
    const near = await probeSubversion(repository, newContext(folder));
    if (far.kind !== 'found' || near.kind !== 'found') throw new Error('not found');
    expect(far.project_choices).toEqual(near.project_choices);
    expect(far.project_choices.map(({ svn_root }) => svn_root)).toEqual([
      ...PROJECTS.filter((_, n) => n % 4 !== 3),
      '',
    ]);
    expect(line.widest()).toBeGreaterThanOrEqual(8);
  } finally {
    await line.stop();
  }
});

test('a server that takes two connections at a time is asked with one', async () => {
  const line = await startNarrowLine(server.url, () => 2);
  try {
    const urls = PROJECTS.map((project) => `${line.url}/repository/${project}`);
    const folders = await svnFolders(newContext(folder), urls);
    expect(folders).toHaveLength(PROJECTS.length);
    expect(folders[0]).toEqual(['branches', 'tags', 'trunk']);
    expect(line.broken()).toBeGreaterThan(0);
  } finally {
    await line.stop();
  }
});

test('one that cannot be listed is told', async () => {
  const urls = [...PROJECTS, 'none'].map((project) => `${server.url}/repository/${project}`);
  await expect(svnFolders(newContext(folder), urls)).rejects.toMatchObject({ kind: 'broken_source' });
});
