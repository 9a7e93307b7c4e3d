/** However a source changed in between, an import that was brought up to date is what a new one of it would be. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ChangingSource,
  changingGit,
  changingMercurial,
  changingSubversion,
} from '../testing/changing-sources.ts';
import { changingTfvc } from '../testing/changing-tfvc.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';
import { resultOf } from '../testing/import-result.ts';
import { random } from '../testing/random.ts';

let folder: string;
let engine: TestEngine;
let source: ChangingSource | undefined;
// Many seeds would ask one engine more than it answers in an hour.
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry random updates '));
  engine = await startTestEngine();
});
afterEach(async () => {
  await engine.end();
  await source?.end?.();
  rmSync(folder, { recursive: true, force: true });
});

/** First seed and how many: a recorded run takes dozens (docs/decisions/trust.md). */
const [first, count] = (process.env.GANTRY_UPDATE_SEEDS ?? '1,1').split(',').map(Number) as [number, number];
const UPDATES = 4;
const SOURCES = { git: changingGit, mercurial: changingMercurial, subversion: changingSubversion, tfvc: changingTfvc };
const cases = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).flatMap((vcs) =>
  Array.from({ length: count }, (_, index) => [vcs, first + index] as const),
);

async function imported(repo: string, body: object) {
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  await engine.api('PUT', `/repos/acme/${repo}/import`, body);
  return engine.importIn(repo, ['complete', 'error', 'detection_found_multiple', 'detection_found_nothing']);
}

const headsOf = (path: string) =>
  new Map(
    git(path, ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'])
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );

/** Takes over what the source does not have any more. Branches that nobody was asked about go on from what was published. */
async function broughtUpToDate(repo: string) {
  const path = join(engine.folder, 'repositories/acme', `${repo}.git`);
  const before = headsOf(path);
  const update = async (body: object) => {
    await engine.api('POST', `/repos/acme/${repo}/import/updates`, body);
    return engine.importIn(repo, ['complete', 'error']);
  };
  const told = await update({});
  const asked: string[] = told.last_update?.changes.map(({ name }: { name: string }) => name) ?? [];
  const now = asked.length > 0 ? await update({ confirm: told.last_update.confirm }) : told;
  const after = headsOf(path);
  for (const [name, tip] of before) {
    if (name === '' || asked.includes(name)) continue;
    const goesOn = after.has(name) ? ['merge-base', '--is-ancestor', tip, `${after.get(name)}`] : null;
    // Mercurial's closed and merged branches are within others.
    if (goesOn === null) expect(git(path, ['for-each-ref', '--contains', tip]), `${name} is gone`).not.toBe('');
    else git(path, goesOn);
  }
  return now;
}

test.each(cases)('%s, changes of seed %i', async (vcs, seed) => {
  const changing = await SOURCES[vcs](folder, seed);
  source = changing;
  const wanted = { vcs, vcs_url: changing.url, ...changing.more };
  const next = random(seed + 1000);
  const change = (times: number) => Array.from({ length: times }, () => changing.change()).some((changed) => changed);
  let name = '';
  let now: Awaited<ReturnType<typeof imported>>;
  // All that is there may be hidden, or nothing.
  for (let tries = 1; name === '' || now.status === 'detection_found_nothing' || now.status === 'error'; tries++) {
    name = `${vcs}-${seed}-try-${tries}`;
    expect(change(6) && tries < 4, changing.done.join('\n')).toBe(true);
    now = await imported(name, wanted);
  }
  if (now.status === 'detection_found_multiple') {
    const choices = now.project_choices as { svn_root: string }[];
    const svn_root = choices[Math.floor(next() * choices.length)]?.svn_root;
    await engine.api('PATCH', `/repos/acme/${name}/import`, { vcs, svn_root });
    now = await engine.importIn(name, ['complete', 'error']);
  }
  for (let update = 0; update < UPDATES && change(1 + Math.floor(next() * 4)); update++) {
    if (next() < 0.2) await engine.restart();
    now = await broughtUpToDate(name);
    const message = `after ${changing.done.join('\n')}`;
    const { svn_root, layout } = now;
    const fresh = await imported(`${name}-${update}`, { ...wanted, svn_root, layout });
    // Nothing is left in it: an update keeps what was there, and a new import has nothing to begin with.
    if (fresh.status !== 'complete') {
      expect([now.status, now.last_update?.status], message).toEqual(['complete', 'failed']);
      continue;
    }
    expect([now.status, now.last_update], message).toEqual(['complete', undefined]);
    expect(await resultOf(engine, name), message).toEqual(await resultOf(engine, `${name}-${update}`));
  }
});
