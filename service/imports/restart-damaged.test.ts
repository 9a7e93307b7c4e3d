/** A restart of an import whose fetched history is damaged fetches all of it again; what goes with it of what was published is told as ever. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

const IMPORT = '/repos/acme/r/import';
let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry damaged restart '));
  engine = await startTestEngine(join(folder, 'data'));
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const staged = (path: string) => join(engine.folder, 'imports/1', path);
const asides = () => {
  const damaged = join(engine.folder, 'damaged');
  return existsSync(damaged) ? readdirSync(damaged).filter((name) => name.startsWith('import-1-fetched-')) : [];
};
const log = async () => ((await engine.api('GET', `${IMPORT}/log`)).body as { text: string }[]).map(({ text }) => text);

async function complete() {
  const record = await engine.importIn('r', ['complete', 'error']);
  expect([record.status, record.message, record.last_update]).toEqual(['complete', undefined, undefined]);
  const { findings } = (await engine.api('GET', `${IMPORT}/report`)).body as {
    findings: { kind: string; count: number; examples: string[] }[];
  };
  return findings.find(({ kind }) => kind === 'taken_over');
}

async function start(vcs: string, url: string, more: object = {}) {
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', IMPORT, { vcs, vcs_url: url, ...more });
  expect(await complete()).toBeUndefined();
}

/** What was fetched, as a disk that went bad leaves it. */
const WAYS = {
  'refs that cannot be read': () => writeFileSync(staged('staging.git/packed-refs'), 'damaged\n'),
  'no repository any more': () => rmSync(staged('staging.git'), { recursive: true }),
  'nothing any more': () => rmSync(staged('.'), { recursive: true }),
};
const CASES = Object.values(WAYS).flatMap((damage, at) =>
  [false, true].map((mapped) => [Object.keys(WAYS)[at] as string, mapped, damage] as const),
);

async function restart() {
  await engine.api('PATCH', IMPORT, {});
  return complete();
}

async function mapAnn() {
  const [author] = (await engine.api('GET', `${IMPORT}/authors`)).body;
  await engine.api('PATCH', `${IMPORT}/authors/${author.id}`, { name: 'Anew', email: 'anew@example.org' });
  await complete();
}

function gitSource() {
  const url = makeGitSource(folder, 'source.git', historyStream(4));
  git(url, ['update-ref', 'refs/heads/side', 'refs/heads/main~1']);
  git(url, ['update-ref', 'refs/tags/v1', 'refs/heads/main~2']);
  git(url, ['-c', 'user.name=T', '-c', 'user.email=t@example.org', 'tag', '-a', '-m', 'two', 'v2', 'main~2']);
  const lose = () => {
    git(url, ['update-ref', '-d', 'refs/heads/side']);
    git(url, ['update-ref', 'refs/heads/main', 'refs/heads/main~2']);
    git(url, ['update-ref', 'refs/tags/v1', 'refs/heads/main~1']);
    git(url, ['update-ref', 'refs/tags/v2', 'refs/heads/main~1']);
  };
  return { url, lose };
}
const GIT_LOST = [
  expect.stringMatching(/^The branch side is gone; it was [0-9a-f]{12} /),
  expect.stringMatching(/^The branch main has another history; it was [0-9a-f]{12} .*, and is [0-9a-f]{12} /),
  expect.stringMatching(/^The tag v1 names something else; it was /),
  expect.stringMatching(/^The tag v2 names something else; it was /),
];

test.each(CASES)('Git, %s, authors mapped: %s', async (_way, mapped, damage) => {
  const { url, lose } = gitSource();
  await start('git', url);
  if (mapped) await mapAnn();
  damage();
  expect(await restart(), 'nothing is lost').toBeUndefined();
  damage();
  lose();
  const taken = await restart();
  expect(taken?.examples).toEqual(expect.arrayContaining(GIT_LOST));
  expect(taken?.count).toBe(4);
  expect(await log()).toEqual(expect.arrayContaining(taken?.examples ?? ['']));
});

test.each(Object.entries(WAYS))(
  'Git, %s, an update: it asks before anything goes, and again when it is tried again',
  async (_way, damage) => {
    const { url, lose } = gitSource();
    await start('git', url);
    damage();
    lose();
    let confirm: unknown;
    for (const time of ['first', 'second']) {
      expect((await engine.api('POST', `${IMPORT}/updates`, {})).status, time).toBe(202);
      const ended = await engine.importIn('r', ['complete', 'error'], ({ updating }) => updating !== true);
      expect([ended.status, ended.last_update?.status], time).toEqual(['complete', 'needs_confirmation']);
      expect(git(join(engine.folder, 'repositories/acme/r.git'), ['for-each-ref', 'refs/heads/side'])).not.toBe('');
      confirm = ended.last_update?.confirm;
    }
    expect((await engine.api('POST', `${IMPORT}/updates`, { confirm })).status).toBe(202);
    const ended = await engine.importIn('r', ['complete', 'error'], ({ updating }) => updating !== true);
    expect([ended.status, ended.last_update]).toEqual(['complete', undefined]);
    expect(git(join(engine.folder, 'repositories/acme/r.git'), ['for-each-ref', 'refs/heads/side'])).toBe('');
    expect(asides()).toEqual([]);
  },
);

test.each(CASES)('Mercurial, %s, authors mapped: %s', async (_way, mapped, damage) => {
  const hg = new HgWorkspace(join(folder, 'hg'));
  for (const name of ['one', 'two', 'three']) {
    hg.write('file', name);
    hg.commit(name);
  }
  await start('mercurial', hg.path);
  if (mapped) await mapAnn();
  damage();
  expect(await restart(), 'nothing is lost').toBeUndefined();
  damage();
  hg.hg('--config', 'extensions.strip=', 'strip', '-q', '--no-backup', '-r', 'tip');
  expect(await restart()).toMatchObject({
    count: 1,
    examples: [expect.stringMatching(/^The branch main .*three.*two/)],
  });
});

const svn = (...args: string[]) => execFileSync('svn', [...args, '-q', '--username', 'ann', '-m', args[0] ?? '']);

test.each([false, true])('Subversion, cut off while it is mended: %s', async (cutOff) => {
  const url = `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 40)))}`;
  await start('subversion', url);
  svn('delete', `${url}/branches`);
  writeFileSync(staged('fetch/journal.jsonl'), 'damaged\n');
  if (cutOff) {
    await engine.api('PATCH', IMPORT, {});
    await vi.waitFor(() => expect(asides()).toHaveLength(1), { timeout: 30_000, interval: 2 });
    await engine.restart();
  } else await engine.api('PATCH', IMPORT, {});
  const taken = await complete();
  expect((await log()).join('\n')).toContain('What was fetched before cannot be used.');
  expect(taken).toMatchObject({ count: 1, examples: [expect.stringMatching(/^The branch one is gone; it was r\d+ /)] });
});

test.each(Object.entries(WAYS))('Team Foundation, %s', async (_way, damage) => {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({ comment: 'Start' }, (work) => work.add('$/Shop/Main/file', '0\n'));
  model.labelFolder('v1', '$/Shop/Main', model.changesets.length);
  const server = await TfvcServer.start(model);
  try {
    await start('tfvc', server.url, { tfvc_project: 'Shop' });
    model.labels.length = 0;
    damage();
    expect(await restart()).toMatchObject({ count: 1, examples: [expect.stringMatching(/^The tag v1 is gone; /)] });
  } finally {
    await server.stop();
  }
});
