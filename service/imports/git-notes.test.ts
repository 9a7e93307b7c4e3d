/** Notes of a Git repository follow the commits that they name when those get other ids. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';

const ANN = {
  GIT_AUTHOR_NAME: 'ann',
  GIT_AUTHOR_EMAIL: 'ann@x',
  GIT_COMMITTER_NAME: 'ann',
  GIT_COMMITTER_EMAIL: 'ann@x',
};

let engine: TestEngine;
let folder: string;
let source: string;

/** In the source: notes of two refs, one of them with folders, one note taken away again, one file that is no note. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry notes '));
  source = join(folder, 'source');
  const run = (...args: string[]) => git(source, args, { env: ANN });
  git(folder, ['init', '--quiet', '--initial-branch=main', source]);
  for (const message of ['one', 'two', 'three']) {
    run('commit', '--quiet', '--allow-empty', '-m', message);
    run('notes', 'add', '-m', `reviewed ${message}`, 'HEAD');
  }
  writeFileSync(join(source, 'big.bin'), 'large\n'.repeat(400_000));
  run('add', '.');
  run('commit', '--quiet', '-m', 'four');
  run('notes', 'add', '-m', 'reviewed four', 'HEAD');
  run('notes', 'remove', 'HEAD~2');
  run('tag', '-a', '-m', 'a tag', 'v1');
  run('notes', '--ref=ci', 'add', '-m', 'passed', 'v1');
  // A tree with folders, as git makes of many notes.
  const id = run('rev-parse', 'HEAD~3');
  const blob = run('rev-parse', `refs/notes/commits:${id}`);
  const inner = git(source, ['mktree'], { input: `100644 blob ${blob}\t${id.slice(2)}\n` });
  const outer = git(source, ['mktree'], {
    input: `040000 tree ${inner}\t${id.slice(0, 2)}\n100644 blob ${blob}\tREADME\n`,
  });
  run('update-ref', 'refs/notes/wide', run('commit-tree', '-m', 'wide', outer));
  engine = await startTestEngine(undefined, { largeFileBytes: 1 << 20 });
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** What each note says, by the message of the commit that it is to. */
function notesIn(path: string, ref: string): Record<string, string> {
  const lines = git(path, ['notes', `--ref=${ref}`, 'list'])
    .split('\n')
    .filter(Boolean);
  return Object.fromEntries(
    lines.map((line) => {
      const [blob = '', id = ''] = line.split(' ');
      const what = git(path, ['log', '-1', '--format=%s', id]);
      return [`${git(path, ['cat-file', '-t', id])} ${what}`, git(path, ['cat-file', 'blob', blob])];
    }),
  );
}

test('after authors were mapped and large files moved to Git LFS', async () => {
  const expected = {
    commits: notesIn(source, 'commits'),
    ci: notesIn(source, 'ci'),
    wide: notesIn(source, 'wide'),
  };
  expect(expected.commits).toEqual({
    'commit one': 'reviewed one',
    'commit three': 'reviewed three',
    'commit four': 'reviewed four',
  });
  await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
  await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
  expect(await engine.importIn('p', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const path = join(engine.folder, 'repositories/acme/p.git');
  const before = git(path, ['rev-parse', 'main~1']);

  const compare = async () => {
    for (const ref of ['commits', 'ci', 'wide'] as const) expect(notesIn(path, ref), ref).toEqual(expected[ref]);
    expect(git(path, ['show', 'refs/notes/wide:README'])).toBe('reviewed one');
    expect(git(path, ['rev-list', '--count', 'refs/notes/commits'])).toBe('5');
    expect(git(path, ['fsck', '--strict'])).toBe('');
    const { body } = await engine.api('GET', '/repos/acme/p/import/report');
    expect(body.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    return body;
  };
  const [author] = (await engine.api('GET', '/repos/acme/p/import/authors')).body;
  await engine.api('PATCH', `/repos/acme/p/import/authors/${author.id}`, { name: 'Ann', email: 'ann@example.org' });
  await engine.api('PATCH', '/repos/acme/p/import', {});
  expect(await engine.importIn('p', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(git(path, ['rev-parse', 'main~1'])).not.toBe(before);
  expect(git(path, ['log', '-1', '--format=%an', 'refs/notes/commits'])).toBe('Ann');
  const mapped = await compare();
  expect(mapped.checks).toContainEqual(
    expect.objectContaining({
      subject: 'refs/notes/commits',
      what: 'notes',
      found: expect.stringMatching(/^3 notes, 3 /),
    }),
  );

  await engine.api('PATCH', '/repos/acme/p/import/lfs', { use_lfs: 'opt_in' });
  expect(await engine.importIn('p', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(git(path, ['show', 'main:big.bin'])).toContain('git-lfs');
  await compare();
});
