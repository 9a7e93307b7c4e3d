/** Refs with names in another encoding, and what an update leaves of the fetch before. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SourceContext } from '../source.ts';
import { git } from '../subversion/testing/oracle.ts';
import { gitSource } from './index.ts';

let folder: string;
let source: string;
let context: SourceContext;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry refs '));
  source = join(folder, 'source.git');
  execFileSync('git', ['init', '-q', '--bare', source]);
  context = {
    credentials: null,
    signal: new AbortController().signal,
    folder: join(folder, 'import'),
    privateFolder: join(folder, 'private'),
    onProgress: () => undefined,
    onLog: () => undefined,
    onAuthors: () => undefined,
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lets refs of the source name a new commit. @param names as a shell writes them */
function commit(message: string, ...names: string[]): string {
  const script = `export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
    id=$(git commit-tree -m ${message} $(git mktree </dev/null))
    for name in ${names.join(' ')}; do git update-ref "$name" $id; done; echo $id`;
  return execFileSync('bash', ['-ec', script], { cwd: source, encoding: 'utf8' }).trim();
}

async function importInto(more: Partial<SourceContext> = {}) {
  const all = { ...context, ...more };
  const fetched = await gitSource.fetch(source, all);
  const includeHiddenRefs = more.includeHiddenRefs ?? false;
  const mapped = await gitSource.map({ layout: null, identities: new Map(), includeHiddenRefs }, all);
  return { fetched, mapped };
}

it('names that are no UTF-8 become it, each its own, with a finding', async () => {
  const one = commit('one', String.raw`$'refs/heads/caf\xe9'`, 'refs/heads/main');
  const two = commit('two', String.raw`$'refs/heads/caf\xe8'`);
  execFileSync('bash', ['-c', String.raw`git symbolic-ref HEAD $'refs/heads/caf\xe9'`], { cwd: source });
  const { fetched, mapped } = await importInto();
  expect(mapped.refs).toEqual([
    { name: 'refs/heads/cafè', oid: two },
    { name: 'refs/heads/café', oid: one },
    { name: 'refs/heads/main', oid: one },
  ]);
  expect(mapped.head).toBe('refs/heads/café');
  expect(fetched.findings.find(({ kind }) => kind === 'guessed_ref_name')).toMatchObject({
    severity: 'info',
    examples: ['refs/heads/cafè', 'refs/heads/café'],
  });
  expect(await gitSource.isUnchanged(source, context)).toBe(true);
  const published = join(folder, 'published.git');
  execFileSync('git', ['init', '-q', '--bare', published]);
  execFileSync('cp', ['-r', ...mapped.packs, join(published, 'objects/pack')]);
  for (const pack of mapped.packs) execFileSync('cp', [pack.replace(/pack$/, 'idx'), join(published, 'objects/pack')]);
  for (const { name, oid } of mapped.refs) git(published, 'update-ref', name, oid);
  const checks = await gitSource.verify(source, published, mapped, context);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

it('an update that counts other commits forgets how many the fetch before had', async () => {
  commit('one', 'refs/heads/main');
  await importInto();
  commit('two', 'refs/heads/more', 'refs/pull/1/head');
  const { mapped } = await importInto({ keepsEarlier: true, includeHiddenRefs: true });
  expect(mapped.commit_count).toBe(2);
  const later = await gitSource.map({ layout: null, identities: new Map(), includeHiddenRefs: false }, context);
  expect(later.commit_count).toBe(2);
});
