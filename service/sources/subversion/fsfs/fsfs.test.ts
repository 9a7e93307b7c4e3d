/** The reader of a repository's own files against `svnadmin dump`, in every format and packed. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DumpBuilder } from '../testing/dump-builder.ts';
import { importAll } from '../testing/import-all.ts';
import { ODD_HISTORIES } from '../testing/odd-histories.ts';
import { rawCommits } from '../testing/oracle.ts';
import { writeRandomHistory } from '../testing/random-history.ts';
import { readLayout } from './layout.ts';
import { fromDump, fromFiles, told } from './testing/both-ways.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-fsfs-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Versions of Subversion whose formats differ: 1, 2, 3, 4, 6, 7 and 8. */
const VERSIONS = ['1.3', '1.4', '1.5', '1.6', '1.8', '1.9', '1.14'] as const;
const SHARD = 4;
const hasPacks = (version: string) => !['1.3', '1.4', '1.5'].includes(version);

type Write = (dump: DumpBuilder) => void;

function svnadmin(args: string[], input?: Buffer): void {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync('svnadmin', args, { input, env, stdio: ['pipe', 'ignore', 'pipe'] });
}

function create(version: string): string {
  const repository = mkdtempSync(join(folder, 'svn-'));
  svnadmin(['create', '--compatible-version', version, repository]);
  const format = join(repository, 'db/format');
  // A thousand revisions are a shard otherwise, and only whole ones are packed.
  chmodSync(format, 0o644);
  writeFileSync(format, readFileSync(format, 'latin1').replace('sharded 1000', `sharded ${SHARD}`));
  return repository;
}

function load(repository: string, write: Write): void {
  const parts: Buffer[] = [];
  write(new DumpBuilder((bytes) => parts.push(bytes)));
  svnadmin(['load', '-q', '--bypass-prop-validation', repository], Buffer.concat(parts));
}

function made(version: string, write: Write): string {
  const repository = create(version);
  load(repository, write);
  return repository;
}

const home = () => mkdtempSync(join(folder, 'fetch-'));

async function expectSame(repository: string): Promise<void> {
  const { history, left } = await fromFiles(repository, home());
  const dumped = await fromDump(repository, home());
  const [ours, theirs] = [told(history), told(dumped)];
  history.close();
  dumped.close();
  expect(left).toBeNull();
  expect(ours).toEqual(theirs);
}

const random: Write = (dump) => writeRandomHistory(dump, 11, 30);

describe.each(VERSIONS)('a repository of Subversion %s', (version) => {
  it('gives what svnadmin dumps, packed as well', async () => {
    const repository = made(version, random);
    await expectSame(repository);
    if (!hasPacks(version)) return;
    svnadmin(['pack', '-q', repository]);
    expect(existsSync(join(repository, 'db/revs/0.pack'))).toBe(true);
    await expectSame(repository);
  });
});

it.each(ODD_HISTORIES.map((odd, i) => [odd.name, odd, VERSIONS[i % VERSIONS.length] as string] as const))(
  '%s',
  async (_, odd, version) => {
    await expectSame(made('1.14', (dump) => odd.write(dump)));
    await expectSame(made(version, (dump) => odd.write(dump)));
  },
);

/** First seed and how many: those of `random.test.ts`. */
const [first, count] = (process.env.GANTRY_SVN_SEEDS ?? '1,4').split(',').map(Number) as [number, number];

it.each(Array.from({ length: count }, (_, i) => first + i))('random history %i', async (seed) => {
  const version = VERSIONS[seed % VERSIONS.length] as string;
  const repository = made(version, (dump) => writeRandomHistory(dump, seed, 24));
  if (hasPacks(version) && seed % 2 === 0) svnadmin(['pack', '-q', repository]);
  await expectSame(repository);
});

it('reads a repository whose later revisions have numbers and whose earlier have offsets', async () => {
  const repository = made('1.8', random);
  svnadmin(['upgrade', repository]);
  expect(readLayout(repository)).toMatchObject({ firstUnpacked: 0 });
  load(repository, (dump) => {
    dump.revision('Later').file('later', 'text\n'.repeat(400));
    for (let i = 0; i < 9; i++) dump.revision(`Change ${i}`).change('later', `${i}\n${'text\n'.repeat(400)}`);
  });
  await expectSame(repository);
  svnadmin(['pack', '-q', repository]);
  await expectSame(repository);
});

it('reads properties of revisions that were changed in their pack, and compressed ones', async () => {
  const repository = create('1.14');
  appendFileSync(join(repository, 'db/fsfs.conf'), '\n[packed-revprops]\ncompress-packed-revprops = true\n');
  load(repository, random);
  svnadmin(['pack', '-q', repository]);
  const log = join(folder, 'log');
  writeFileSync(log, `Another message\nü ${'of many words '.repeat(40)}`);
  for (const revision of ['1', '6', '7']) svnadmin(['setlog', '--bypass-hooks', '-r', revision, repository, log]);
  await expectSame(repository);
});

it('takes what a working copy commits: mixed revisions, replaced folders, links, properties', async () => {
  const repository = create('1.14');
  const copy = join(home(), 'copy');
  const svn = (...args: string[]) =>
    execFileSync('svn', ['-q', '--non-interactive', ...args], { cwd: folder, stdio: 'pipe' });
  svn('checkout', `file://${repository}`, copy);
  const put = (path: string, text: string) => writeFileSync(join(copy, path), text);
  const commit = () => svn('commit', '-m', 'A commit', copy);
  svn('mkdir', join(copy, 'trunk'), join(copy, 'branches'));
  for (const name of ['a', 'b', 'c']) put(`trunk/${name}`, `${name}\n`.repeat(300));
  execFileSync('ln', ['-s', 'a', join(copy, 'trunk/link')]);
  svn('add', ...['a', 'b', 'c', 'link'].map((name) => join(copy, 'trunk', name)));
  svn('propset', 'svn:eol-style', 'native', join(copy, 'trunk/a'));
  commit();
  put('trunk/a', `${'a\n'.repeat(299)}changed\n`);
  commit();
  put('trunk/b', `${'b\n'.repeat(299)}changed\n`);
  svn('propset', 'svn:executable', '*', join(copy, 'trunk/b'));
  svn('propset', 'svn:keywords', 'Id', join(copy, 'trunk/a'));
  svn('copy', join(copy, 'trunk'), join(copy, 'branches/mixed'));
  put('branches/mixed/c', 'changed in the copy\n');
  commit();
  svn('update', copy);
  svn('delete', join(copy, 'trunk/link'));
  put('trunk/link', 'no link any more\n');
  svn('add', join(copy, 'trunk/link'));
  svn('propdel', 'svn:executable', join(copy, 'trunk/b'));
  svn('propset', 'svn:ignore', 'out', join(copy, 'trunk'));
  commit();
  svn('update', copy);
  svn('delete', join(copy, 'branches/mixed'));
  svn('copy', join(copy, 'trunk'), join(copy, 'branches/mixed'));
  commit();
  await expectSame(repository);
});

it('goes on where it was, and takes what came since', async () => {
  const repository = made('1.14', random);
  const place = home();
  for (const upTo of [7, 19, 30]) {
    const { history, left } = await fromFiles(repository, place, upTo);
    expect([left, history.revision]).toEqual([null, upTo]);
    history.checkpoint();
    history.close();
  }
  load(repository, (dump) => {
    dump.revision('Long').file('long', 'line\n'.repeat(9000));
    dump.revision('Longer').change('long', `first\n${'line\n'.repeat(9000)}`);
  });
  const { history } = await fromFiles(repository, place);
  const dumped = await fromDump(repository, home());
  expect(told(history)).toEqual(told(dumped));
  history.close();
  dumped.close();
});

it('takes large texts and their changes through files', { timeout: 60_000 }, async () => {
  const large = Buffer.alloc(34 << 20, 'a large text of many lines, all the same\n');
  const changed = Buffer.from(large);
  changed.write('changed', 20 << 20);
  const repository = made('1.14', (dump) => {
    dump.revision('Large').dir('trunk').file('trunk/large', large);
    dump.revision('Changed').change('trunk/large', changed);
    dump.revision('Small').change('trunk/large', 'small\n');
    dump.revision('Large again').change('trunk/large', large);
  });
  await expectSame(repository);
});

/** A text that looks like what a revision file says of a file, at the offset that it names. */
function forged(offset: number, revision: number): string {
  return `id: 0-1.0.r${revision}/${offset}\ntype: file\ncount: 0\ncpath: /trunk/a\ncopyroot: 0 /\n\n`;
}

it('does not believe a text that speaks like a revision file', async () => {
  const write = (dump: DumpBuilder, text: string) => {
    dump.revision('Start').dir('trunk').file('trunk/a', 'a\n');
    dump.revision('Forged').change('trunk/a', 'b\n').file('trunk/x', text);
  };
  const first = made('1.3', (dump) => write(dump, forged(10_000, 2)));
  const at = readFileSync(join(first, 'db/revs/2')).indexOf('id: 0-1.0.r2/10000');
  expect(at).toBeGreaterThan(0);
  // The number takes as many digits as before.
  const text = `${'#'.repeat(10_000 - at)}${forged(10_000, 2)}`;
  const repository = made('1.3', (dump) => write(dump, text));
  const lies = readFileSync(join(repository, 'db/revs/2')).indexOf('id: 0-1.0.r2/10000');
  expect(Math.abs(lies - 10_000)).toBeLessThan(8);
  const exact = made('1.3', (dump) => write(dump, `${'#'.repeat(10_000 - at - (lies - 10_000))}${forged(10_000, 2)}`));
  expect(readFileSync(join(exact, 'db/revs/2')).indexOf('id: 0-1.0.r2/10000')).toBe(10_000);
  const { history, left } = await fromFiles(exact, home());
  expect([history.revision, left]).toEqual([1, 'a revision file says two things of one path']);
  history.close();
  const imported = await importAll(folder, exact);
  expect(imported.context.log).toContain(
    'From revision 2 on svnadmin reads the repository: a revision file says two things of one path.',
  );
  expect(rawCommits(imported.staging)).toHaveLength(2);
});

it.each([
  [
    'cut short',
    (path: string) => {
      chmodSync(path, 0o644);
      truncateSync(path, statSync(path).size - 200);
    },
  ],
  [
    'changed by one bit in a text',
    (path: string) => {
      const bytes = readFileSync(path);
      bytes[200] = (bytes[200] as number) ^ 1;
      rmSync(path);
      writeFileSync(path, bytes);
    },
  ],
  ['missing', (path: string) => rmSync(path)],
])('leaves a repository to svnadmin from a revision on whose file is %s', async (_, harm) => {
  const repository = made('1.14', (dump) => {
    dump.revision('Start').dir('trunk').file('trunk/a', 'a\n');
    dump.revision('Change').change('trunk/a', Array.from({ length: 300 }, (_, i) => `line ${i * i}\n`).join(''));
    dump.revision('Again').change('trunk/a', 'c\n');
  });
  harm(join(repository, 'db/revs/0/2'));
  const place = home();
  const { history, left } = await fromFiles(repository, place, 3);
  expect(left).not.toBeNull();
  expect(history.revision).toBe(1);
  history.close();
  // What svnadmin says of it is what is told.
  await expect(importAll(folder, repository)).rejects.toMatchObject({ key: expect.stringMatching(/^subversion\./) });
});

it.runIf(process.platform !== 'win32').each(['revs', 'revprops'])(
  'waits for no pipe in the place of a file of %s',
  async (kind) => {
    const repository = made('1.14', random);
    const file = join(repository, 'db', kind, '0/3');
    rmSync(file);
    execFileSync('mkfifo', [file]);
    const { history, left } = await fromFiles(repository, home(), 30);
    expect([left, history.revision]).toEqual(['something in the repository is no file where one should be', 2]);
    history.close();
  },
);

it('does not read what later versions or other back ends wrote', () => {
  const repository = create('1.14');
  const set = (name: string, text: string) => writeFileSync(join(repository, 'db', name), text);
  set('format', '9\nlayout sharded 4\naddressing logical\n');
  expect(readLayout(repository)).toBeNull();
  set('format', '8\nlayout sharded 4\naddressing logical\nnew-option 1\n');
  expect(readLayout(repository)).toBeNull();
  set('format', '8\nlayout sharded 4\naddressing logical\n');
  expect(readLayout(repository)).not.toBeNull();
  rmSync(join(repository, 'db/format'));
  mkdirSync(join(repository, 'db/format'));
  expect(readLayout(repository)).toBeNull();
  set('fs-type', 'fsx\n');
  expect(readLayout(repository)).toBeNull();
});
