/** How many revisions a server is asked for at the same time, and one that takes fewer connections than that. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TreeFiles } from '../../git/tree-files.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { madeTrees } from '../folders/mapping/made-trees.ts';
import { compareRevisions } from './compare-revisions.ts';
import { type RevisionsAtOnce, RevisionsByPace } from './revisions-at-once.ts';
import { serverOf, WHOLE_BYTES } from './served-heads.ts';
import { type Imported, importAll } from './testing/import-all.ts';
import { startNarrowLine } from './testing/narrow-line.ts';

const REVISIONS = 24;
let folder: string;
let repository: string;
let imported: Imported;
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-at-once-'));
  repository = makeSvnSource(folder, 'repository', projectHistory('', REVISIONS));
  imported = await importAll(folder, repository);
  server = await serveSvn(folder, [repository], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Always as many, until it is told that they were too many. */
class Many implements RevisionsAtOnce {
  now = 8;
  took(): void {}
  refused(): void {
    this.now = 3;
  }
}

async function compared(url: string, atOnce: RevisionsAtOnce) {
  const { signal, privateFolder, folder: home } = imported.context;
  const asked = await serverOf({ url, credentials: null, privateFolder }, signal);
  if (asked === null) throw new Error('no server');
  const files = new TreeFiles(imported.staging, signal);
  const revisions: number[] = [];
  const different: string[] = [];
  const job = { server: asked, repository: imported.staging, files, gitignore: false, signal };
  try {
    await compareRevisions(
      {
        ...{ ...job, wholeBytes: WHOLE_BYTES, isOfEach: true, mayBeMany: true, published: Promise.resolve(), atOnce },
        onCompared: ({ revision }, tree) => {
          revisions.push(revision);
          different.push(...tree.different);
        },
        onNotListed: ({ revision }) => different.push(`r${revision} not listed`),
      },
      madeTrees(home),
    );
  } finally {
    await files.close();
  }
  return { revisions: revisions.toSorted((a, b) => a - b), different };
}

async function madeRevisions(): Promise<number[]> {
  const revisions: number[] = [];
  for await (const { revision } of madeTrees(imported.context.folder)) revisions.push(revision);
  return revisions.toSorted((a, b) => a - b);
}

test('as many as are wanted are asked for at the same time, each once', async () => {
  const eight = Promise.withResolvers<void>();
  let come = 0;
  // The first answers alone; of the others none is answered before eight have asked.
  const line = await startNarrowLine(
    server.url,
    () => 1000,
    (open) => {
      come += 1;
      if (open >= 8) eight.resolve();
      return come <= 6 ? undefined : eight.promise;
    },
  );
  try {
    expect(await compared(`${line.url}/repository`, new Many())).toEqual({
      revisions: await madeRevisions(),
      different: [],
    });
    expect(line.widest()).toBeGreaterThanOrEqual(8);
  } finally {
    await line.stop();
  }
});

test('a server that breaks connections beyond a few is asked for fewer, and every revision is compared', async () => {
  const line = await startNarrowLine(server.url, () => 8);
  try {
    expect(await compared(`${line.url}/repository`, new Many())).toEqual({
      revisions: await madeRevisions(),
      different: [],
    });
    expect(line.broken()).toBeGreaterThan(0);
  } finally {
    await line.stop();
  }
});

test('a server that goes away is told, after each was asked for once more', async () => {
  let come = 0;
  const line = await startNarrowLine(server.url, () => (++come > 12 ? 0 : 1000));
  try {
    await expect(compared(`${line.url}/repository`, new Many())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(line.broken()).toBeLessThanOrEqual(2 * 8);
  } finally {
    await line.stop();
  }
});

test('more are asked for while each is as quick, fewer where they take long, never fewer than a few', () => {
  const pace = new RevisionsByPace();
  for (let n = 0; n < 20; n++) pace.took(100, 500);
  expect(pace.now).toBe(8);
  // What has more files takes longer, and says nothing of the server.
  pace.took(10_000, 5000);
  expect(pace.now).toBe(8);
  for (let n = 0; n < 3; n++) pace.took(100, 2000);
  expect(pace.now).toBe(5);
  for (let n = 0; n < 20; n++) pace.took(100, 2000);
  expect(pace.now).toBe(3);
  pace.refused();
  for (let n = 0; n < 20; n++) pace.took(100, 400);
  expect(pace.now).toBe(3);
});
