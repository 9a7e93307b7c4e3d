import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Layout } from '../../vocabulary/history.ts';
import { Outlines } from '../outline/outlines.ts';
import { subversionSource } from './index.ts';
import { importAll } from './testing/import-all.ts';
import { FORK, MOVED_HISTORIES } from './testing/moved-histories.ts';
import { makeRepository } from './testing/oracle.ts';
import { writeRandomHistory } from './testing/random-history.ts';

let folder = '';
let outlines: Outlines;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-outline-'));
  outlines = new Outlines(join(folder, 'trash'));
});
afterAll(async () => {
  await outlines.close();
  rmSync(folder, { recursive: true, force: true });
});

const ACCOUNT = 1;
const signal = new AbortController().signal;
const MOVED = [...MOVED_HISTORIES.map((history) => ({ ...history, project: '' })), { ...FORK, project: 'two' }];
const RANDOM = [11, 12].map((seed) => ({
  name: `random history ${seed}`,
  project: '',
  write: (dump: Parameters<typeof writeRandomHistory>[0]) => writeRandomHistory(dump, seed, 24),
}));

async function outlineOf(url: string, account = ACCOUNT) {
  const outline = await outlines.make(account, { vcs: 'subversion', url, credentials: null, root: null }, signal);
  if (outline === null) throw new Error('no outline');
  return outline;
}

it.each([...MOVED, ...RANDOM])(
  'the log of $name says the layout and its preview as the whole fetch does',
  async (history) => {
    const repository = makeRepository(folder, history.write);
    const url = pathToFileURL(join(repository, history.project)).href.replace(/\/$/, '');
    const outline = await outlineOf(url);
    const { context, layout } = await importAll(folder, url);
    expect(outline).toMatchObject({ layout, unclear: 0 });
    const fetched = await subversionSource.previewLayout?.(
      { folder: context.folder, layout, chosenRoot: null },
      signal,
    );
    expect(await outlines.preview(ACCOUNT, outline.id, layout)).toEqual(fetched);
  },
);

it('an outline is its maker’s, and the oldest of many of theirs goes', async () => {
  const repository = makeRepository(folder, MOVED_HISTORIES[0]?.write ?? (() => undefined));
  const layout: Layout = {
    root: '',
    trunk: '',
    branches: [],
    tags: [],
    default_branch: 'main',
    gitignore: true,
    left_out: [],
  };
  const first = await outlineOf(repository);
  expect(await outlines.preview(ACCOUNT + 1, first.id, layout)).toBeNull();
  expect(await outlines.preview(ACCOUNT, first.id, layout)).toMatchObject({ lost: 0 });
  for (let more = 0; more < 4; more++) await outlineOf(repository, ACCOUNT + 1);
  expect(await outlines.preview(ACCOUNT, first.id, layout)).toMatchObject({ lost: 0 });
  for (let more = 0; more < 4; more++) await outlineOf(repository);
  expect(await outlines.preview(ACCOUNT, first.id, layout)).toBeNull();
});
