import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { filesOf, git } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { requirementsOf } from './requirements.ts';
import { HgWorkspace } from './testing/hg.ts';
import { type Imported, importAll } from './testing/import-all.ts';
import { changesetsOf } from './testing/oracle.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Commits by the message of their changeset: every message of a test is its own. */
function commitsByMessage(staging: string): Map<string, string> {
  const text = git(staging, 'log', '--all', '--format=%H %s');
  return new Map(text.split('\n').map((line) => [line.slice(41), line.slice(0, 40)]));
}

/** Every changeset is a commit with the files that `hg archive` gives out, and nothing else is. */
async function expectFaithful(source: HgWorkspace, address = source.path): Promise<Imported> {
  const imported = await importAll(address, join(folder, 'import'));
  const changesets = await changesetsOf(source.path, imported.context);
  expect(imported.fetched.commit_count).toBe(changesets.length);
  expect(Number(git(imported.staging, 'rev-list', '--count', '--all'))).toBe(changesets.length);
  const commits = commitsByMessage(imported.staging);
  for (const { title, files } of changesets) {
    const commit = commits.get(title);
    expect(commit, title).toBeDefined();
    expect([...filesOf(imported.staging, commit ?? '')].sort(), `files of "${title}"`).toEqual([...files].sort());
  }
  expect(git(imported.staging, 'fsck', '--full', '--strict')).toBe('');
  return imported;
}

const refNames = ({ mapped }: Imported) => mapped.refs.map(({ name }) => name);

describe('every changeset arrives', () => {
  it('with edits, folders, executables, symbolic links, copies, renames and removals', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a.txt', 'one\ntwo\nthree\n'.repeat(200));
    hg.write('deep/er/b.txt', 'b\n');
    hg.commit('first');
    hg.write('a.txt', `${'one\ntwo\nthree\n'.repeat(100)}changed\n${'one\ntwo\nthree\n'.repeat(100)}`);
    hg.write('empty', '');
    hg.commit('second');
    hg.hg('copy', 'a.txt', 'copied.txt');
    hg.hg('rename', 'deep/er/b.txt', 'deep/c.txt');
    hg.commit('copy and rename');
    hg.write('copied.txt', `${'one\ntwo\nthree\n'.repeat(100)}again\n`);
    hg.write('marked', '\x01\nlooks like a note\x01\n');
    hg.write('run.sh', '#!/bin/sh\n');
    chmodSync(join(hg.path, 'run.sh'), 0o755);
    hg.link('link', 'deep/c.txt');
    hg.commit('flags');
    chmodSync(join(hg.path, 'run.sh'), 0o644);
    unlinkSync(join(hg.path, 'link'));
    hg.write('link', 'a file now\n');
    hg.write('marked', '\x01\nlooks like a note\x01\nand goes on\n');
    hg.commit('flags away');
    rmSync(join(hg.path, 'deep'), { recursive: true });
    hg.write('deep', 'a file in place of a folder\n');
    hg.commit('a file where a folder was');
    for (const path of ['a.txt', 'copied.txt', 'deep', 'empty', 'link', 'marked', 'run.sh'])
      unlinkSync(join(hg.path, path));
    hg.commit('nothing left');
    const imported = await expectFaithful(hg);
    expect(refNames(imported)).toEqual(['refs/heads/main']);
    expect(imported.fetched.findings.find(({ kind }) => kind === 'copies')?.examples).toEqual(['2']);
  });

  it('from a repository of a Mercurial with Rust, which another one refuses by itself', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('one');
    const slowly = ['revlog.persistent-nodemap', 'dirstate-v2'].map((part) => `storage.${part}.slow-path=allow`);
    const made = ['format.use-persistent-nodemap=True', 'format.use-dirstate-v2=True'];
    const settings = [...slowly, ...made].flatMap((setting) => ['--config', setting]);
    hg.hg('debugupgraderepo', '--run', '--no-backup', '--quiet', ...settings);
    expect([...requirementsOf(hg.path)]).toEqual(expect.arrayContaining(['persistent-nodemap', 'dirstate-v2']));
    const { fetched } = await importAll(hg.path, join(folder, 'import'));
    expect(fetched.commit_count).toBe(1);
  });

  it('with branches, closed branches, several heads, bookmarks, tags and names that Git refuses', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    const first = hg.commit('root');
    hg.hg('branch', '-q', 'feature');
    hg.write('b', '1');
    hg.commit('on feature');
    hg.hg('update', '-q', first);
    hg.hg('branch', '-q', 'odd name~with [everything?');
    hg.write('c', '1');
    hg.commit('on the odd branch');
    hg.hg('commit', '--close-branch', '-q', '-m', 'close the odd branch', '-u', 'ann', '-d', '1100000000 0');
    hg.hg('update', '-q', first);
    hg.write('d', '1');
    const anonymous = hg.commit('an unnamed head');
    hg.hg('update', '-q', first);
    hg.write('e', '1');
    hg.commit('the newest head');
    hg.hg('bookmark', '-r', first, '@');
    hg.hg('bookmark', '-r', anonymous, 'feature/sub');
    hg.hg('bookmark', '-r', anonymous, 'main');
    hg.hg('tag', '-q', '-r', first, '-u', 'ann', '-d', '1100000000 0', '-m', 'tag it', 'v 1.0');
    const imported = await expectFaithful(hg);
    expect(refNames(imported)).toEqual([
      'refs/heads/at',
      'refs/heads/feature',
      'refs/heads/feature-sub',
      'refs/heads/main',
      `refs/heads/main-${anonymous.slice(0, 12)}`,
      'refs/heads/main-bookmark',
      'refs/tags/closed/odd-name-with--everything-',
      'refs/tags/v-1.0',
    ]);
    expect(imported.mapped.head).toBe('refs/heads/main');
    const kinds = imported.fetched.findings.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['branch_renamed', 'unnamed_head', 'closed_head', 'bookmark_renamed', 'tag_renamed']),
    );
  });

  it('with nothing but closed branches: a clone is not empty', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    const close = (message: string) =>
      hg.hg('commit', '--close-branch', '-q', '-m', message, '-u', 'ann', '-d', '1100000000 0');
    hg.write('a', '1');
    const first = hg.commit('root');
    close('close default');
    hg.hg('update', '-q', first);
    hg.hg('branch', '-q', 'newer');
    hg.write('b', '1');
    hg.commit('on another branch');
    close('close the other branch');
    const imported = await expectFaithful(hg);
    expect(refNames(imported)).toEqual(['refs/heads/main', 'refs/tags/closed/main', 'refs/tags/closed/newer']);
    expect(imported.mapped.head).toBe('refs/heads/main');
    expect(imported.fetched.findings.map(({ kind }) => kind)).toContain('all_closed');
  });

  it('with merges of many heads one after the other, and merges that change nothing', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('base', '1');
    const first = hg.commit('base');
    const heads = ['one', 'two', 'three', 'four'].map((name) => {
      hg.hg('update', '-q', first);
      hg.write(name, name);
      return hg.commit(`head ${name}`);
    });
    hg.hg('update', '-q', heads[0] as string);
    for (const [index, head] of heads.slice(1).entries()) {
      hg.hg('merge', '-q', head);
      hg.commit(`merge ${index}`);
    }
    hg.hg('branch', '-q', 'other');
    hg.commit('only a branch name');
    hg.hg('update', '-q', 'default');
    hg.hg('merge', '-q', 'other');
    hg.commit('merge nothing', { args: [] });
    await expectFaithful(hg);
  });

  it('with odd authors, dates, zones, messages and names in other encodings', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    const users = [
      'joe',
      'joe@example.org',
      '"Joe, Jr." <jr@example.org>',
      'No Close <x@example.org',
      '<only@example.org>',
      'Zoë <zoë@example.org>',
      'a <b> c <d>',
    ];
    for (const [index, user] of users.entries()) {
      hg.write('file', `${index}`);
      hg.commit(`by user ${index}`, {
        user,
        date: `${1_000_000_000 + index} ${[0, -3600, 12600, -20700, 43200, 1, 60][index]}`,
      });
    }
    execFileSync('sh', ['-c', 'printf x > "$(printf \'latin-\\351\')"'], { cwd: hg.path });
    hg.commit('latin-1 name');
    hg.write('file', 'early');
    hg.commit('before 1970', { date: '-86400 0' });
    hg.write('file', 'last');
    hg.commit('crlf\r\nmessage\r\n\r\nwith paragraphs');
    const imported = await importAll(hg.path, join(folder, 'import'));
    expect(imported.fetched.commit_count).toBe(hg.nodes().length);
    const place = (imported.fetched.uuid ?? '').slice(0, 12);
    const log = git(imported.staging, 'log', '--reverse', '--format=%an|%ae|%ad', '--date=format:%z').split('\n');
    expect(log.slice(0, 7)).toEqual([
      `joe|joe@${place}|+0000`,
      'joe|joe@example.org|+0100',
      'Joe, Jr.|jr@example.org|-0330',
      'No Close|x@example.org|+0545',
      'only|only@example.org|-1200',
      'Zoë|zoë@example.org|+0000',
      'a|b|-0001',
    ]);
    expect(git(imported.staging, 'log', '-1', '--format=%B')).toBe('crlf\nmessage\n\nwith paragraphs');
    expect(git(imported.staging, 'log', '-1', '--skip=1', '--format=%at')).toBe('0');
    const names = execFileSync('git', [
      '--git-dir',
      imported.staging,
      'ls-tree',
      '-z',
      '--name-only',
      'refs/heads/main',
    ]);
    expect(names.includes(Buffer.from('latin-\xe9\0', 'latin1'))).toBe(true);
    expect([...imported.authors.values()].find(({ remote_name: name }) => name === 'joe')?.commit_count).toBe(1);
  });

  it('with changesets that Git could not tell apart', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    const first = hg.commit('root');
    for (const branch of ['x', 'y']) {
      hg.hg('update', '-q', first);
      hg.hg('branch', '-q', branch);
      hg.hg('commit', '-q', '-m', 'twin', '-u', 'ann', '-d', '1100000000 0');
    }
    const imported = await importAll(hg.path, join(folder, 'import'));
    expect(Number(git(imported.staging, 'rev-list', '--count', '--all'))).toBe(3);
    expect(git(imported.staging, 'fsck', '--full', '--strict')).toBe('');
    expect(imported.fetched.findings.map(({ kind }) => kind)).toContain('twin_changeset');
  });

  it('secret ones too; hidden ones are counted', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('public');
    hg.write('a', '2');
    const old = hg.commit('to be replaced');
    hg.hg('update', '-q', '0');
    hg.write('a', '3');
    hg.commit('secret one', { args: ['--secret'] });
    hg.hg('debugobsolete', '--config', 'experimental.evolution=all', old);
    const imported = await importAll(hg.path, join(folder, 'import'));
    expect(imported.fetched.commit_count).toBe(hg.nodes().length);
    const findings = new Map(imported.fetched.findings.map(({ kind, examples }) => [kind, examples]));
    expect(findings.get('secret_changesets')).toEqual(['1']);
    expect(findings.get('hidden_changesets')).toEqual(['1']);
  });
});

describe('the whole way', () => {
  it('maps authors, keeps trees, and verifies against what hg says', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('one', { user: 'joe' });
    hg.link('l', 'a');
    hg.commit('two');
    const plain = await importAll(hg.path, join(folder, 'plain'));
    const joe = [...plain.authors.values()].find(({ remote_name: name }) => name === 'joe');
    const identities = new Map([[joe?.remote_id ?? '', { name: 'Joe Doe', email: 'joe@example.org' }]]);
    const { mapped, staging, context } = await importAll(hg.path, join(folder, 'mapped'), identities);
    const published = join(folder, 'published.git');
    execFileSync('git', ['init', '-q', '--bare', published]);
    for (const pack of mapped.packs) {
      for (const file of [pack, pack.replace(/pack$/, 'idx')]) {
        copyFileSync(file, join(published, 'objects/pack', basename(file)));
      }
    }
    for (const { name, oid } of mapped.refs) git(published, 'update-ref', name, oid);
    expect(git(published, 'log', '--format=%an <%ae>', '-1', '--skip=1', 'main')).toBe('Joe Doe <joe@example.org>');
    expect(git(published, 'rev-parse', 'main^{tree}')).toBe(git(staging, 'rev-parse', 'main^{tree}'));
    const checks = await mercurialSource.verify(hg.path, published, mapped, context);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(checks.map(({ what }) => inEnglish(what))).toEqual(
      expect.arrayContaining(['changesets and commits', 'tree', 'names, modes and contents of all files']),
    );
  });

  it('comes over HTTP with hg’s own server', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('one');
    hg.hg('bookmark', '-r', '0', 'mark');
    // `hg debugpushkey` writes what is not ASCII, and these two characters, with a backslash.
    hg.hg('bookmark', '-r', '0', "it's");
    hg.hg('bookmark', '-r', '0', 'back\\slash');
    hg.hg('bookmark', '-r', '0', '短名 é');
    // As Mercurial's own test-bookmarks-pushpull.t leaves it: servers tell of it, and clones do not get it.
    hg.hg('bookmark', '-r', 'null', 'nothing');
    const { url, stop } = await serveHg(hg.path);
    try {
      const { context, ...imported } = await importAll(url, join(folder, 'import'));
      expect(imported.mapped.refs.map(({ name }) => name)).toEqual(
        ['back-slash', "it's", 'main', 'mark', '短名-é'].map((name) => `refs/heads/${name}`),
      );
      const found = await mercurialSource.probe(url, context);
      expect(found).toMatchObject({ kind: 'found', vcs: 'mercurial', empty: false });
      expect(await mercurialSource.isUnchanged(url, context)).toBe(true);
      hg.hg('bookmark', '--force', '-r', '0', 'nothing');
      expect(await mercurialSource.isUnchanged(url, context)).toBe(false);
    } finally {
      stop();
    }
  });
});

describe('bundles', () => {
  function severalHeads(): HgWorkspace {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1\n');
    const first = hg.commit('root');
    hg.write('a', '1\n2\n');
    hg.commit('second');
    hg.hg('update', '-q', first);
    hg.hg('branch', '-q', 'feature x');
    hg.write('b', 'b\n');
    hg.commit('on a branch');
    hg.hg('commit', '--close-branch', '-q', '-m', 'closed', '-u', 'ann', '-d', '1100000000 0');
    hg.hg('update', '-q', first);
    hg.write('c', 'c\n');
    hg.commit('another head');
    return hg;
  }

  it('of all types arrive whole', async () => {
    const hg = severalHeads();
    const bundle = join(folder, 'all of it.hg');
    hg.hg('bundle', '-q', '--all', '--type', 'zstd-v2', bundle);
    const { context, mapped } = await expectFaithful(hg, bundle);
    expect(await mercurialSource.probe(bundle, context)).toMatchObject({
      kind: 'found',
      revision_count: 5,
      branches: expect.arrayContaining(['default']),
      empty: false,
    });
    for (const type of ['none-v1', 'gzip-v1', 'bzip2-v1', 'none-v2', 'gzip-v2', 'bzip2-v2']) {
      hg.hg('bundle', '-q', '--all', '--type', type, bundle);
      const again = await importAll(bundle, join(folder, type));
      expect(again.fetched.commit_count, type).toBe(5);
      expect(again.mapped.refs, type).toEqual(mapped.refs);
    }
  });

  it('that stand on what they do not hold are said so, and so are damaged ones', async () => {
    const hg = severalHeads();
    const part = join(folder, 'part.hg');
    hg.hg('bundle', '-q', '--base', '0', part);
    const whole = join(folder, 'whole.hg');
    hg.hg('bundle', '-q', '--all', whole);
    const cut = join(folder, 'cut.hg');
    copyFileSync(whole, cut);
    truncateSync(cut, statSync(whole).size - 100);
    await expect(importAll(part, join(folder, 'import'))).rejects.toMatchObject({
      kind: 'not_found',
      message: expect.stringContaining('holds only a part of a history'),
    });
    await expect(importAll(cut, join(folder, 'import'))).rejects.toMatchObject({ key: 'mercurial.bundle_damaged' });
    // As servers offer them for cloning: files, which hg looks into no more than we do.
    const { context } = await importAll(whole, join(folder, 'whole'));
    const [files, packed] = [join(folder, 'stream.hg'), join(folder, 'packed.hg')];
    hg.hg('bundle', '--all', '--type', 'none-v2;stream=v2', files);
    hg.hg('debugcreatestreamclonebundle', packed);
    for (const stream of [files, packed])
      await expect(mercurialSource.probe(stream, context)).rejects.toMatchObject({
        key: 'mercurial.bundle_stream',
      });
  });
});
