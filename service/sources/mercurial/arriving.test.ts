/** Mercurial servers whose connection breaks off again and again: what came stays, and in the end all of it is there. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { againAndAgain, startBreakingLine } from '../../testing/breaking-line.ts';
import { git, refsOf } from '../../testing/git-sources.ts';
import type { SourceContext } from '../source.ts';
import { mercurialSource } from './index.ts';
import { type MadeChangeset, makeChangesets, messageOfId } from './testing/changesets.ts';
import { basic, guard } from './testing/guard.ts';
import { HgWorkspace } from './testing/hg.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
let hg: HgWorkspace;

const noise = (n: number, bytes: number) =>
  createHash('shake256', { outputLength: bytes }).update(String(n)).digest('base64');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry arriving '));
  hg = new HgWorkspace(join(folder, 'source'));
  for (let n = 0; n < 16; n++) {
    if (n === 6) hg.hg('branch', 'other');
    if (n === 10) hg.hg('update', '-q', 'default');
    hg.write(`f${n % 7}.bin`, noise(n, 6000 + (n % 5) * 3000));
    hg.commit(`change ${n}`);
    if (n % 11 === 0) hg.hg('tag', '-u', 'Ann <ann@example.org>', `v${n}`);
  }
  hg.hg('bookmark', '-r', '3', "it's one");
  hg.hg('bookmark', '-r', 'tip', '短名');
  // A number that nobody is given.
  const hidden = hg.commit('replaced', { args: ['--config', 'ui.allowemptycommit=True'] });
  hg.hg('update', '-q', '-r', `${hidden}^`);
  hg.hg('--config', 'experimental.evolution=createmarkers', 'debugobsolete', hidden);
  for (let n = 50; n < 52; n++) {
    hg.write('later.bin', noise(n, 9000));
    hg.commit(`change ${n}`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function context(): SourceContext & { arrivals: number } {
  const home = mkdtempSync(join(folder, 'import '));
  const place = {
    ...{ credentials: null, signal: new AbortController().signal, folder: home, privateFolder: join(home, 'private') },
    ...{ onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined },
    arrivals: 0,
    onArrived: () => {
      place.arrivals += 1;
    },
  };
  return place;
}

test('a source that is never sent whole arrives whole, with its bookmarks, and without what it lost meanwhile', async () => {
  const server = await serveHg(hg.path, 'ignore');
  const line = await startBreakingLine(server.url, 70_000);
  const place = context();
  let lost = false;
  place.onArrived = () => {
    place.arrivals += 1;
    const copy = join(place.folder, 'arriving/copy');
    const here = hg.hg('-R', copy, 'log', '-r', 'all()', '-T', '{node}\n').split('\n').filter(Boolean);
    const last = here.at(-1);
    if (lost || here.length < 8 || last === undefined) return;
    lost = true;
    hg.hg('--config', 'extensions.strip=', 'strip', '-q', '--no-backup', '-r', last);
  };
  expect(await againAndAgain(() => mercurialSource.fetch(line.url, place))).toBeGreaterThan(0);
  await line.stop();
  expect(lost).toBe(true);
  expect(place.arrivals).toBeGreaterThan(3);

  const whole = context();
  await mercurialSource.fetch(server.url, whole);
  server.stop();
  const [staging, other] = [place, whole].map((each) => join(each.folder, 'staging.git')) as [string, string];
  expect(refsOf(staging)).toBe(refsOf(other));
  expect(refsOf(staging)).toContain('短名');
  git(staging, ['fsck', '--full', '--strict', '--no-dangling']);
  expect(existsSync(join(place.folder, 'arriving'))).toBe(false);
});

test('a login that is refused in the middle costs nothing of what came', async () => {
  const before = { username: 'ann', password: 'of before' };
  const since = { username: 'ann', password: 'of since' };
  const server = await serveHg(hg.path, 'ignore');
  const guarded = await guard(server.url, basic(before));
  const line = await startBreakingLine(guarded.url, 110_000);
  const place = context();
  place.credentials = before;
  const came = () =>
    hg.hg('-R', join(place.folder, 'arriving/copy'), 'log', '-T', '{node}\n').split('\n').filter(Boolean);
  place.onArrived = () => {
    if (came().length >= 4) guarded.expected = basic(since);
  };
  const refused = await againAndAgain(() => mercurialSource.fetch(line.url, place)).catch(asFailure);
  expect(refused).toMatchObject({ kind: 'auth' });
  expect(came().length).toBeGreaterThanOrEqual(4);
  // All at once would never come through.
  const { state } = JSON.parse(readFileSync(join(place.folder, 'arriving/state.json'), 'utf8'));
  expect(state).toMatchObject({ isLast: false, misses: 0 });

  place.credentials = since;
  await againAndAgain(() => mercurialSource.fetch(line.url, place));
  await line.stop();
  const whole = context();
  await mercurialSource.fetch(server.url, whole);
  guarded.stop();
  server.stop();
  const [staging, other] = [place, whole].map((each) => join(each.folder, 'staging.git')) as [string, string];
  expect(refsOf(staging)).toBe(refsOf(other));
});

/** A source over a line that breaks off, beside the same over one that does not. @returns how often it broke off */
async function arrivesWhole(source: HgWorkspace, bytes: number): Promise<number> {
  const server = await serveHg(source.path, 'ignore');
  const line = await startBreakingLine(server.url, bytes);
  const [place, whole] = [context(), context()];
  const broke = await againAndAgain(() => mercurialSource.fetch(line.url, place));
  await line.stop();
  await mercurialSource.fetch(server.url, whole);
  server.stop();
  const [staging, other] = [place, whole].map((each) => join(each.folder, 'staging.git')) as [string, string];
  expect(refsOf(staging)).toBe(refsOf(other));
  return broke;
}

test('an id that begins as a number does is not taken for the number', async () => {
  const source = new HgWorkspace(join(folder, 'numbers'));
  const changesets: MadeChangeset[] = [{ message: messageOfId('63'), parent: null }];
  for (let n = 1; n < 20; n++) changesets.push({ message: `change ${n}`, parent: n - 1, bytes: 9000 });
  makeChangesets(source, changesets);
  expect(source.hg('log', '-r', '63', '-T', '{rev}')).toBe('0');
  expect(await arrivesWhole(source, 70_000)).toBeGreaterThan(0);
});

test('a line of changesets beside that of the newest comes in pieces too', async () => {
  const source = new HgWorkspace(join(folder, 'beside'));
  const changesets: MadeChangeset[] = [];
  let [main, side]: [number | null, number | null] = [null, null];
  for (let n = 0; n < 140; n++) {
    const isBeside = n > 70 && n < 120 && n % 4 === 0;
    changesets.push({
      message: `change ${n}`,
      parent: isBeside ? (side ?? main) : main,
      ...(isBeside && { bytes: 9000 }),
    });
    if (isBeside) side = n;
    else main = n;
  }
  makeChangesets(source, changesets);
  expect(await arrivesWhole(source, 90_000)).toBeGreaterThan(0);
});

test('many changesets that the source hides are passed over', async () => {
  const source = new HgWorkspace(join(folder, 'hidden'));
  const changesets: MadeChangeset[] = [];
  // More in a row than refusals are taken for a server that gives no numbers.
  for (let n = 0; n < 24; n++) {
    const parent = n === 0 ? null : n === 16 ? 5 : n - 1;
    changesets.push({ message: `change ${n}`, parent, bytes: 9000 });
  }
  makeChangesets(source, changesets);
  const hidden = source.hg('log', '-r', '6:15', '-T', '{node}\n').split('\n').filter(Boolean);
  source.hg('update', '-q', '-r', '23');
  for (const id of hidden) source.hg('--config', 'experimental.evolution=createmarkers', 'debugobsolete', id);
  expect(source.hg('log', '-T', '{rev} ')).not.toContain(' 15 ');
  expect(await arrivesWhole(source, 70_000)).toBeGreaterThan(0);
});
