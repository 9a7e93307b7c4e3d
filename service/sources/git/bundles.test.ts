/** Bundles that were cut off or damaged as they were copied: nothing waits for a server, and none is taken for an empty repository. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { gitSource } from './index.ts';

const STREAM = ['main', 'other', 'third']
  .map((name, n) => `commit refs/heads/${name}\ncommitter A <a@x> 1500000000 +0000\ndata 1\n${n}\n`)
  .join('')
  .concat('done\n');

let folder: string;
let whole: Buffer;
/** Bytes before the pack. */
let header: number;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry bundles '));
  const repository = makeGitSource(folder, 'source.git', STREAM);
  git(repository, ['bundle', 'create', '--quiet', join(folder, 'whole.bundle'), '--all']);
  whole = readFileSync(join(folder, 'whole.bundle'));
  header = whole.indexOf('\n\nPACK') + 2;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const contextOf = (name: string) => ({
  credentials: null,
  signal: new AbortController().signal,
  folder: join(folder, `import ${name}`),
  privateFolder: join(folder, 'private'),
  onProgress: () => undefined,
  onLog: () => undefined,
  onAuthors: () => undefined,
});

/** The key of what stops the import of these bytes; null when nothing does. */
async function importOf(name: string, bytes: Buffer): Promise<string | null> {
  const url = join(folder, `${name}.bundle`);
  writeFileSync(url, bytes);
  const context = contextOf(name);
  try {
    await gitSource.probe(url, context);
    await gitSource.fetch(url, context);
    return null;
  } catch (error) {
    return asFailure(error).key;
  }
}

it('a whole bundle is imported', async () => {
  expect(await importOf('whole', whole)).toBeNull();
});

it.each([
  ['in the name of the format', () => 17],
  ['in the first ref', () => 40],
  ['after the first ref', () => whole.indexOf('\n', 20) + 1],
  ['before the pack', () => header],
  ['in the head of the pack', () => header + 5],
  ['in the pack', () => header + Math.trunc((whole.length - header) / 2)],
  ['in the sum at its end', () => whole.length - 3],
])('one that is cut %s is said to be so', async (name, length) => {
  expect(await importOf(name, whole.subarray(0, length()))).toBe('git.bundle_damaged');
});

it.each([
  ['an object', () => header + 14],
  ['the sum at its end', () => whole.length - 3],
])('one with another byte in %s is said to be so', async (name, at) => {
  const other = Buffer.from(whole);
  other[at()] = (other[at()] ?? 0) ^ 0xff;
  expect(await importOf(`other ${name}`, other)).toBe('git.bundle_damaged');
});

it.each([
  ['HEAD alone', ['HEAD'], 'git.bundle_only_head'],
  ['contents left out', ['--filter=blob:none', '--all'], 'git.bundle_filtered'],
])('one of %s is said to be so', async (name, options, key) => {
  const bundle = join(folder, `${name}.made`);
  // `--filter` is of Git 2.36: an older one makes no such bundles.
  git(join(folder, 'source.git'), ['bundle', 'create', '--quiet', bundle, ...options]);
  expect(await importOf(name, readFileSync(bundle))).toBe(key);
});

it.each(['transfer', 'uploadpack'])(
  'a server that hides its refs (%s.hideRefs) has no detached HEAD',
  async (section) => {
    const repository = makeGitSource(folder, `${section}.git`, STREAM);
    git(repository, ['config', `${section}.hideRefs`, 'refs']);
    await expect(gitSource.probe(`file://${encodeURI(repository)}`, contextOf('hidden'))).rejects.toMatchObject({
      ...{ key: 'git.refs_hidden', parameters: { branch: 'refs/heads/main' } },
    });
  },
);

it.each(['', 'file://'])(
  'a repository whose HEAD alone leads to its history is not empty: %sfolder',
  async (scheme) => {
    const repository = makeGitSource(folder, `${scheme.length}.git`, STREAM);
    const tip = git(repository, ['rev-parse', 'refs/heads/main']).trim();
    writeFileSync(join(repository, 'HEAD'), `${tip}\n`);
    for (const name of ['main', 'other', 'third']) git(repository, ['update-ref', '-d', `refs/heads/${name}`]);
    await expect(
      gitSource.probe(`${scheme}${scheme === '' ? repository : encodeURI(repository)}`, contextOf('head')),
    ).rejects.toMatchObject({ key: 'git.only_head' });
  },
);
