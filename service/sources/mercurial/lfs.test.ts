/** Repositories of the lfs extension: contents arrive as files, proved by the ids of their revisions; missing ones are counted and red. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import type { SourceContext } from '../source.ts';
import { filesOf, git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { basic, guard } from './testing/guard.ts';
import { checksOf, type Imported, importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
let source: string;
const FIRST = 'x'.repeat(50);
const SECOND = `${FIRST}y`;
/** Mercurial's notes begin so. */
const LIKE_A_NOTE = `\x01\n${'z'.repeat(40)}`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg lfs '));
  source = join(folder, 'source');
  hg('init', source);
  write('small', 's\n');
  write('big.bin', FIRST);
  write('note.bin', LIKE_A_NOTE);
  commit('one');
  hg('-R', source, '--cwd', source, 'mv', '-q', 'big.bin', 'moved.bin');
  write('moved.bin', SECOND);
  commit('two');
  // From here on no pointer: its base is no text of the history either.
  write('moved.bin', 'tiny');
  write('small', FIRST);
  commit('three');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hg(...args: string[]): string {
  const rc = join(folder, 'hgrc');
  writeFileSync(
    rc,
    `[extensions]\nlfs =\n[lfs]\ntrack = size(">20B")\nurl = null://\nusercache = ${join(folder, 'cache')}\n`,
  );
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: rc, LC_ALL: 'C.UTF-8' };
  return execFileSync('hg', args, { env, encoding: 'utf8' });
}

function write(name: string, text: string): void {
  writeFileSync(join(source, name), text);
}

function commit(message: string): void {
  hg('-R', source, '--cwd', source, 'commit', '-qA', '-m', message, '-u', 'Ann <ann@x>', '-d', '1300000000 0');
}

function contentIn(staging: string, name: string): string {
  return execFileSync('git', ['--git-dir', staging, 'cat-file', 'blob', name], { encoding: 'latin1' });
}

async function expectWhole(imported: Imported): Promise<void> {
  const { staging, fetched } = imported;
  expect([...filesOf(staging, 'main').keys()].sort()).toEqual(['moved.bin', 'note.bin', 'small']);
  expect(contentIn(staging, 'main~2:big.bin')).toBe(FIRST);
  expect(contentIn(staging, 'main~2:note.bin')).toBe(LIKE_A_NOTE);
  expect(contentIn(staging, 'main~1:moved.bin')).toBe(SECOND);
  expect(contentIn(staging, 'main:moved.bin')).toBe('tiny');
  expect(contentIn(staging, 'main:small')).toBe(FIRST);
  expect(git(staging, 'fsck', '--full', '--strict')).toBe('');
  // All of them are offered to Git LFS, whatever their size.
  expect(fetched.large_files.map(({ path, size }) => [path, size])).toEqual([
    ['big.bin', 50],
    ['moved.bin', 51],
    ['note.bin', 42],
  ]);
  expect(fetched.findings).toContainEqual(expect.objectContaining({ kind: 'lfs', severity: 'info', count: 3 }));
  expect(fetched.findings).toContainEqual(expect.objectContaining({ kind: 'copies', examples: ['1'] }));
  const checks = await checksOf(source, imported);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(checks.map(({ subject, what }) => [subject, inEnglish(what)])).toContainEqual([
    'refs/heads/main',
    'names, modes and contents of all files',
  ]);
}

it('a folder’s contents arrive from its own files, and hg’s own archive is the same', async () => {
  const lines: string[] = [];
  const imported = await importAll(source, join(folder, 'import'), new Map(), lines);
  await expectWhole(imported);
  expect(lines.filter((line) => line.includes('hg writes them out'))).toEqual([]);
  expect(await mercurialSource.probe(source, imported.context)).toMatchObject({ kind: 'found', revision_count: 3 });
  const compared = await mercurialSource.compare?.(source, imported.context);
  expect(compared).toMatchObject({ compared: 3, differing: { count: 0 } });
});

it('they arrive through a bundle of hg, too', async () => {
  // An interrupted transaction keeps its own files from being read.
  writeFileSync(join(source, '.hg/store/obsstore'), Buffer.from([1]));
  await expectWhole(await importAll(source, join(folder, 'import')));
});

it.each(['its own files', 'a bundle'])(
  'an amended changeset that brought the first such file is read, of which hg notes nothing: %s',
  async (by) => {
    rmSync(source, { recursive: true });
    hg('--config', 'extensions.lfs=!', 'init', source);
    write('small', 's\n');
    commit('one');
    write('small', 't\n');
    commit('two');
    write('big.bin', FIRST);
    hg(
      '-R',
      source,
      '--cwd',
      source,
      'commit',
      '-qA',
      '--amend',
      '-m',
      'with a large file',
      '--config',
      'experimental.evolution=createmarkers',
    );
    const requires = ['requires', 'store/requires'].map((name) => readFileSync(join(source, '.hg', name), 'utf8'));
    expect(requires.join('\n').split('\n')).not.toContain('lfs');
    // Without it nothing is hidden, and hg writes no bundle.
    if (by === 'its own files') rmSync(join(source, '.hg/store/obsstore'));
    const imported = await importAll(source, join(folder, 'import'));
    expect(contentIn(imported.staging, 'main:big.bin')).toBe(FIRST);
    expect((await checksOf(source, imported)).filter(({ ok }) => !ok)).toEqual([]);
  },
);

it('a server’s contents come along, those of a shared store as well', async () => {
  const shared = join(folder, 'shared');
  hg('--config', 'extensions.share=', 'share', '-q', '-U', source, shared);
  await expectWhole(await importAll(shared, join(folder, 'of the share')));
  const { url, stop } = await serveHg(source);
  try {
    await expectWhole(await importAll(url, join(folder, 'import')));
    expect(await mercurialSource.probe(url, { ...(await contextIn('probe')), brief: false })).toMatchObject({
      kind: 'found',
    });
  } finally {
    stop();
  }
});

it('a server behind a login gives contents to whom it was given', async () => {
  const credentials = { username: 'ann', password: 'пароль 🦊' };
  const server = await serveHg(source);
  const guarded = await guard(server.url, basic(credentials));
  try {
    const context = { ...(await contextIn('signed in')), credentials };
    const fetched = await mercurialSource.fetch(guarded.url, context);
    expect(fetched.findings).toContainEqual(expect.objectContaining({ kind: 'lfs', count: 3 }));
    expect(fetched.findings.map(({ kind }) => kind)).not.toContain('lfs_missing');
  } finally {
    guarded.stop();
    server.stop();
  }
});

async function contextIn(name: string): Promise<SourceContext> {
  const privateFolder = join(folder, name);
  mkdirSync(privateFolder);
  return {
    credentials: null,
    signal: new AbortController().signal,
    folder: privateFolder,
    privateFolder,
    onProgress: () => undefined,
    onLog: () => undefined,
    onAuthors: () => undefined,
  };
}

/** The file of the content that the source has last. */
function kept(content: string): string {
  const oid = createHash('sha256').update(content, 'latin1').digest('hex');
  return join(source, '.hg/store/lfs/objects', oid.slice(0, 2), oid.slice(2));
}

it.each(['a folder', 'a server'])('contents that %s lacks are counted and red, and the others come', async (from) => {
  rmSync(kept(SECOND));
  rmSync(join(folder, 'cache'), { recursive: true });
  const server = from === 'a server' ? await serveHg(source) : null;
  try {
    const imported = await importAll(server?.url ?? source, join(folder, 'import'));
    expect(imported.fetched.findings).toContainEqual(
      expect.objectContaining({ kind: 'lfs_missing', severity: 'warning', count: 1 }),
    );
    expect(contentIn(imported.staging, 'main~1:moved.bin')).toMatch(
      /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:[\da-f]{64}\nsize 51\n$/,
    );
    expect(contentIn(imported.staging, 'main:small')).toBe(FIRST);
    const red = (await checksOf(source, imported)).filter(({ ok }) => !ok);
    expect(red).toMatchObject([{ subject: { text: 'Mercurial’s lfs' }, expected: '3', found: '2' }]);
  } finally {
    server?.stop();
  }
});

it('a content that the head has is missing: the head is compared by names, and the report is red', async () => {
  rmSync(kept(FIRST));
  rmSync(join(folder, 'cache'), { recursive: true });
  const checks = await checksOf(source, await importAll(source, join(folder, 'import')));
  expect(checks.filter(({ ok }) => !ok)).toMatchObject([{ subject: { text: 'Mercurial’s lfs' } }]);
  expect(checks.map(({ subject, what }) => [subject, inEnglish(what)])).toContainEqual([
    'refs/heads/main',
    'names and modes of all files',
  ]);
});

it('a damaged content is none', async () => {
  const file = kept(SECOND);
  expect(existsSync(file)).toBe(true);
  const bytes = readFileSync(file);
  bytes[3] = 0;
  rmSync(file);
  writeFileSync(file, bytes);
  rmSync(join(folder, 'cache'), { recursive: true });
  const { fetched } = await importAll(source, join(folder, 'import'));
  expect(fetched.findings).toContainEqual(expect.objectContaining({ kind: 'lfs_missing', count: 1 }));
});
