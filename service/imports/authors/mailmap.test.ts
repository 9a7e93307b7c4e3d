/** Mailmaps, against `git check-mailmap`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { type Random, random } from '../../testing/random.ts';
import { entriesOf, entriesWithoutAuthors, isMailmap, readMailmap } from './mailmap.ts';
import { readAnyMap, readTextMap } from './read-map.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry mailmap '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
execFileSync('git', ['init', '--quiet', folder]);

const each = (names: string[]) => ({ each: () => [names.map((remote_name) => ({ remote_name }))] });

/** What Git makes of each author. */
function byGit(mailmap: string, authors: readonly string[]): string[] {
  writeFileSync(join(folder, '.mailmap'), mailmap);
  const said = execFileSync('git', ['-C', folder, 'check-mailmap', '--stdin'], { input: `${authors.join('\n')}\n` });
  return said.toString().trimEnd().split('\n');
}

async function byGantry(mailmap: string, authors: readonly string[]): Promise<string[]> {
  const { lines } = readMailmap(mailmap);
  const entries = await entriesOf(lines, [authors]);
  const known = new Map(entries.map(({ remote_name, name, email }) => [remote_name, `${name} <${email}>`]));
  return authors.map((author) => known.get(author) ?? author);
}

const NAMES = ['Ann', 'ann', 'Ann Lee', 'Bob', 'Zoë', 'ZOË', 'É'];
const ADDRESSES = ['ann@x.org', 'ANN@x.org', 'bob@x.org', 'é@x.org', 'É@x.org', 'root@(none)'];
const AUTHORS = NAMES.flatMap((one) => ADDRESSES.map((other) => `${one} <${other}>`));

/** A line of each kind that Git reads. */
function lineBy(dice: Random): string {
  const pick = (of: readonly string[]) => of[Math.floor(dice() * of.length)] ?? '';
  const name = () => pick(NAMES);
  const address = () => `<${pick(ADDRESSES)}>`;
  const kinds = [
    () => [name(), address()],
    () => [address(), address()],
    () => [name(), address(), address()],
    () => [name(), address(), name(), address()],
    () => [address(), name(), address()],
    () => [name(), address(), '# said so'],
    () => ['# a comment'],
    () => [''],
  ];
  const parts = kinds[Math.floor(dice() * kinds.length)]?.() ?? [];
  return parts.join(pick([' ', '  ', '\t']));
}

test('a mailmap names whom Git says it names', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const dice = random(seed);
    const lines = Array.from({ length: 1 + Math.floor(dice() * 12) }, () => lineBy(dice));
    const mailmap = lines.map((line) => line + (seed % 2 === 0 ? '\n' : '\r\n')).join('');
    expect(await byGantry(mailmap, AUTHORS), mailmap).toEqual(byGit(mailmap, AUTHORS));
  }
});

test('it is told from other maps, by whom it is for where a line could be both', async () => {
  expect(isMailmap('Ann Lee <ann@x.org> <ann@old>\n', false)).toBe(true);
  for (const other of [
    'ann = Ann <ann@x.org>\n',
    '"Ann <ann@old>"="Ann B. <ann@x.org>"\n',
    'Dee <dee@old> = Dee <dee@x.org>\n',
    'remote_name,name,email\nAnn <a@b>,Ann,<a@c>\n',
  ])
    expect(isMailmap(other, true)).toBe(false);
  const plain = 'Ann Lee <ann@x.org>\n';
  const forGit = await readTextMap(plain, { vcs: 'git', ...each(['ann <ANN@x.org>', 'Bob <bob@x.org>']) });
  expect(forGit.entries).toEqual([{ remote_name: 'ann <ANN@x.org>', name: 'Ann Lee', email: 'ANN@x.org' }]);
  const forSubversion = await readTextMap(plain, { vcs: 'subversion', ...each(['Ann']) });
  expect(forSubversion.entries).toEqual([{ remote_name: 'Ann', name: 'Lee', email: 'ann@x.org' }]);
});

test('lines about nobody are counted as those of other maps, and what cannot be read is listed', async () => {
  const text = 'Ann <ann@x.org> <gone@x.org>\nno address\n<only@x.org>\nBob <bob@x.org> Old Bob <old@x.org>\n';
  const authors = { vcs: 'git' as const, ...each(['Ann <ann@x.org>']) };
  const { entries, problems } = await readTextMap(text, authors);
  expect(entries.map(({ remote_name }) => remote_name)).toEqual(['<gone@x.org>', 'old bob <old@x.org>']);
  expect(problems.map((problem) => inEnglish(problem).slice(0, 7))).toEqual(['Line 2:', 'Line 3:']);
});

test('where no authors are known only what names them whole is taken', async () => {
  const text = 'Ann <ann@x.org> <gone@x.org>\nBob <bob@x.org> Old Bob <old@x.org>\n';
  const read = await readAnyMap(text);
  expect(read).toEqual(entriesWithoutAuthors(readMailmap(text)));
  expect(read.entries).toEqual([{ remote_name: 'Old Bob <old@x.org>', name: 'Bob', email: 'bob@x.org' }]);
  expect(read.problems.map(inEnglish)).toEqual([
    'Line 1: is about whoever has this address, which only an import knows. Load the mailmap there.',
  ]);
});
