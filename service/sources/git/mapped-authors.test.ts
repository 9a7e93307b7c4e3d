/** Whoever is told as an author is found again when authors are mapped, whatever bytes the name has. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Identity } from '../../vocabulary/history.ts';
import { rewriteIdentities } from '../commits/rewrite-identities.ts';
import type { SourceContext } from '../source.ts';
import { scanAuthors } from './author-scan.ts';

let folder: string;
let staging: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry authors '));
  staging = join(folder, 'staging.git');
  execFileSync('git', ['init', '-q', '--bare', staging]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (repository: string, input: string, ...args: string[]) =>
  execFileSync('git', ['--git-dir', repository, ...args], { input: Buffer.from(input, 'latin1') })
    .toString('latin1')
    .trimEnd();

/** A commit as bytes, one to a character. @returns its ref */
function commit(branch: string, identity: string, encoding = '', message = 'text') {
  const tree = git(staging, '', 'mktree');
  const when = `${identity} 1000000000 +0000`;
  const declared = encoding === '' ? '' : `encoding ${encoding}\n`;
  const text = `tree ${tree}\nauthor ${when}\ncommitter ${when}\n${declared}\n${message}\n`;
  const oid = git(staging, text, 'hash-object', '-t', 'commit', '-w', '--stdin', '--literally');
  const name = `refs/heads/${branch}`;
  git(staging, '', 'update-ref', name, oid);
  return { name, oid };
}

/** Maps everybody that the scan tells. @returns text of the commit by branch */
async function mapAll(refs: { name: string; oid: string }[], to: Identity) {
  const signal = new AbortController().signal;
  const { commit_count, authors } = await scanAuthors(staging, false, signal);
  expect(commit_count).toBe(refs.length);
  const identities = new Map(authors.map(({ remote_id }) => [remote_id, to]));
  const context = { folder, signal, onProgress: () => undefined } as Partial<SourceContext> as SourceContext;
  const { refs: mapped, packs } = await rewriteIdentities(refs, identities, context);
  const published = join(folder, 'published.git');
  execFileSync('git', ['init', '-q', '--bare', published]);
  mkdirSync(join(published, 'objects/pack'), { recursive: true });
  for (const file of packs.flatMap((pack) => [pack, pack.replace(/pack$/, 'idx')])) {
    copyFileSync(file, join(published, 'objects/pack', basename(file)));
  }
  const texts = mapped.map(({ name, oid }) => [name.slice(11), git(published, '', 'cat-file', 'commit', oid)] as const);
  return { authors: authors.map(({ remote_id }) => remote_id), texts: new Map(texts) };
}

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const NEW = { name: 'New Name', email: 'new@example.org' };

it('names that end with a byte that is a space elsewhere, or with a carriage return', async () => {
  const names = ['Nicolà', 'Пётр Р', '加', '\u00a0Name'];
  const refs = names.map((name, n) => commit(`n${n}`, `${utf8(name)} <${n}@x>`));
  refs.push(commit('cr', 'A\rB <cr@x\r>'), commit('tab', '\tTab < tab@x >'));
  const { authors, texts } = await mapAll(refs, NEW);
  expect(authors.sort()).toEqual([...names.map((name, n) => `${name} <${n}@x>`), 'A\rB <cr@x>', 'Tab <tab@x>'].sort());
  for (const [branch, text] of texts) expect(text, branch).toContain('author New Name <new@example.org> 1000000000');
});

it('names in encodings that git and others read otherwise', async () => {
  const refs = [
    commit('ascii', `${utf8('Zoë')} <ascii@x>`, 'US-ASCII'),
    commit('dos', 'Zo\x89 <dos@x>', 'CP850'),
    commit('windows', '\x87\x40 <windows@x>', 'CP932'),
    commit('western', 'Zo\xeb\xa0 <western@x>', 'ISO-8859-1'),
    commit('korean', '\xb0\xa1 <korean@x>', 'CP949'),
  ];
  const { authors, texts } = await mapAll(refs, NEW);
  expect(authors).toContain('Zoë <ascii@x>');
  expect(authors).toContain('가 <korean@x>');
  for (const [branch, text] of texts) expect(text, branch).toContain('author New Name <new@example.org> 1000000000');
});

it('a commit in an encoding that has no letters for the new name is put into UTF-8', async () => {
  const refs = [
    commit('western', 'Zo\xeb <western@x>', 'ISO-8859-1', 'caf\xe9'),
    commit('russian', '\xf0 <russian@x>', 'KOI8-R', '\xc1'),
    commit('wrong', 'Zo\xeb <wrong@x>', 'EUC-JP', '\xff'),
  ];
  const { texts } = await mapAll(refs, { name: 'Łukasz', email: 'l@x' });
  const header = `author ${utf8('Łukasz')} <l@x> 1000000000 +0000\ncommitter ${utf8('Łukasz')} <l@x> 1000000000 +0000\n`;
  expect(texts.get('western')).toContain(`${header}\n${utf8('café')}`);
  expect(texts.get('russian')).toContain(`${header}\n${utf8('а')}`);
  // What nobody can read stays as it is.
  expect(texts.get('wrong')).toContain(`${header}encoding EUC-JP\n\n\xff`);
});

it('a commit keeps its encoding where that has the letters', async () => {
  const refs = [commit('western', 'Zo\xeb <western@x>', 'ISO-8859-1', 'caf\xe9')];
  const { texts } = await mapAll(refs, { name: 'Zoë', email: 'z@x' });
  expect(texts.get('western')).toContain('Zo\xeb <z@x> 1000000000 +0000\nencoding ISO-8859-1\n\ncaf\xe9');
});
