/** Random histories: the tree of every changeset and of every branch is the model's. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { tfvcSource } from './index.ts';
import { OUTSIDE } from './mapping/matcher.ts';
import { fold } from './paths.ts';
import { filesOf, importAll, newContext, rawCommits } from './testing/import-all.ts';
import type { Style } from './testing/json.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { RandomHistory, randomHistory } from './testing/random-history.ts';
import { TfvcServer } from './testing/server.ts';

const PROJECT = 'Fabrikam Fiber';
const CHANGESETS = 60;
const ANN = { domain: 'CONTOSO', name: 'ann', password: 'a password' };

/** First seed and how many: a recorded run takes hundreds (docs/formats/team-foundation.md). */
function seedsOf(variable: string, usual: string): number[] {
  const [first, count] = (process.env[variable] ?? usual).split(',').map(Number) as [number, number];
  return Array.from({ length: count }, (_, n) => first + n);
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Servers differ in what they list. */
const STYLES: Partial<Style>[] = [
  {},
  { listsChildren: false },
  { listsRenameSources: false, numbers: true },
  { listsChildren: false, listsRenameSources: false, sloppyCase: true },
  { sendsHashes: false },
  { sendsHashes: false, listsChildren: false },
  { sendsHashes: false, listsChildren: false, listsRenameSources: false },
  { sendsHashes: false, sendsMergeSources: false },
  { sendsMergeSources: false },
];

it.each(seedsOf('GANTRY_TFVC_SEEDS', '1,9'))('history of seed %i', async (seed) => {
  const model = randomHistory(seed, CHANGESETS);
  const server = await TfvcServer.start(model, {
    style: STYLES[seed % STYLES.length] ?? {},
    changesetsAPage: 1 + (seed % 30),
    ...(seed % 4 === 1 ? { signIn: 'ntlm', account: ANN } : {}),
  });
  // A busy server puts off every eleventh request.
  if (seed % 3 === 0)
    server.fault = (_, before) =>
      before === 0 && server.requests.length % 11 === 0
        ? { kind: 'status', status: 429, headers: { 'retry-after': '0' } }
        : null;
  try {
    const context = newContext(folder, { project: PROJECT });
    if (seed % 4 === 1) context.credentials = { username: `${ANN.domain}\\${ANN.name}`, password: ANN.password };
    const { mapped, staging } = await importAll(server.url, context);
    const changesets = model.historyOf(`$/${PROJECT}`);
    const commits = rawCommits(staging);
    expect(commits.length).toBe(changesets.length);
    for (const [index, { id }] of changesets.entries()) {
      const found = sorted(filesOf(staging, commits[index] as string));
      expect(found, `seed ${seed}, changeset ${id}`).toEqual(sorted(expectedFiles(model, PROJECT, id)));
    }
    const heads = readMapped(context.folder)?.heads ?? [];
    for (const { path, deleted } of model.branches) {
      if (deleted) continue;
      const inside = path.slice(`$/${PROJECT}/`.length);
      const head = heads.find((head) => fold(head.folder) === fold(inside));
      expect(head, `seed ${seed}: ${path} is no branch of ${heads.map((head) => head.folder)}`).toBeDefined();
      expect(sorted(filesOf(staging, head?.ref ?? '')), `seed ${seed}, ${path}`).toEqual(
        sorted(expectedFiles(model, PROJECT, model.youngest, inside)),
      );
    }
    // Every file of the newest state is in some branch.
    const outside = heads.find((head) => head.ref === `refs/heads/${OUTSIDE}`);
    const inBranches = heads.flatMap(({ ref, folder: at }) =>
      [...filesOf(staging, ref).keys()].map((file) => (at === '' ? file : `${at}/${file}`)),
    );
    expect(inBranches.sort(), `seed ${seed}: outside of branches is ${outside?.ref}`).toEqual(
      [...expectedFiles(model, PROJECT, model.youngest).keys()].sort(),
    );
    const checks = await tfvcSource.verify(server.url, staging, mapped, context);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
  } finally {
    await server.stop();
  }
});

it.each(seedsOf('GANTRY_TFVC_UPDATES', '101,2'))(
  'history of seed %i in three steps has the ids of one at once',
  async (seed) => {
    const history = new RandomHistory(seed);
    const server = await TfvcServer.start(history.model, { style: STYLES[seed % STYLES.length] ?? {} });
    try {
      const context = newContext(folder, { project: PROJECT });
      for (const count of [20, 40]) {
        history.grow(count);
        await importAll(server.url, context);
      }
      history.grow(CHANGESETS);
      const inSteps = await importAll(server.url, newContext(folder, { home: context.folder, project: PROJECT }));
      const atOnce = await importAll(server.url, newContext(folder, { project: PROJECT }));
      expect(inSteps.mapped.refs).toEqual(atOnce.mapped.refs);
      expect(rawCommits(inSteps.staging)).toEqual(rawCommits(atOnce.staging));
    } finally {
      await server.stop();
    }
  },
);
