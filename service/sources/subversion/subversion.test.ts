import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import type { Layout } from '../../vocabulary/history.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import type { MapResult } from '../source.ts';
import { subversionSource } from './index.ts';
import type { DumpBuilder } from './testing/dump-builder.ts';
import { newContext as contextIn, type Imported, importAll as importInto } from './testing/import-all.ts';
import { ODD_HISTORIES } from './testing/odd-histories.ts';
import { expectedHistory, filesOf, git, makeRepository, rawCommits, youngest } from './testing/oracle.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-subversion-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newContext = () => contextIn(folder);
const importAll = (address: string, change?: (layout: Layout) => Layout) => importInto(folder, address, change);
const history = (name: string) => ODD_HISTORIES.find((one) => one.name === name) as (typeof ODD_HISTORIES)[number];
const make = (write: (dump: DumpBuilder) => void) => makeRepository(folder, write);
const refOf = (mapped: MapResult, name: string) => mapped.refs.find((ref) => ref.name === name)?.oid ?? `no ${name}`;
const names = (mapped: MapResult) => mapped.refs.map((ref) => ref.name).sort();
const finding = (result: Imported, kind: string) => result.findings.find((finding) => finding.kind === kind);

describe.each(ODD_HISTORIES)('$name', ({ write }) => {
  it.each(['a local path', 'the network layer'])('arrives revision by revision over %s', async (way) => {
    const repository = make(write);
    const address = way === 'a local path' ? repository : `file://${repository}`;
    const { staging, mapped, context } = await importAll(address, (layout) => ({ ...layout, gitignore: false }));
    const commits = rawCommits(staging);
    expect(commits).toHaveLength(youngest(repository));
    const expected = expectedHistory(repository);
    for (const [i, commit] of commits.entries()) expect(filesOf(staging, commit), `r${i + 1}`).toEqual(expected[i]);
    expect(git(staging, 'fsck', '--no-dangling', '--connectivity-only')).not.toMatch(/missing|broken/);
    const heads = readMapped(context.folder)?.heads ?? [];
    expect(heads.length).toBeGreaterThan(0);
    const last = expected.at(-1) ?? new Map<string, string>();
    for (const { ref, folder: path, tree } of heads) {
      const prefix = path === '' ? '' : `${path}/`;
      const wanted = [...last]
        .filter(([file]) => file.startsWith(prefix) && !file.includes('/.git/'))
        .map(([file, blob]) => [file.slice(prefix.length), blob]);
      expect(filesOf(staging, refOf(mapped, ref)), ref).toEqual(new Map(wanted as [string, string][]));
      expect(git(staging, 'rev-parse', `${refOf(mapped, ref)}^{tree}`)).toBe(tree);
    }
  });
});

describe('mapping', () => {
  it('keeps what a deleted branch held', async () => {
    const result = await importAll(make(history('a branch deleted and made again').write));
    expect(names(result.mapped)).toEqual(['refs/deleted/heads/b@r4', 'refs/heads/b', 'refs/heads/main']);
    expect(git(result.staging, 'log', '--format=%s', refOf(result.mapped, 'refs/deleted/heads/b@r4'))).toContain(
      'Work on it',
    );
    expect(finding(result, 'deleted_branch')?.count).toBe(1);
  });

  it('goes on with trunk after it was deleted by mistake', async () => {
    const { staging, mapped } = await importAll(make(history('trunk deleted and brought back').write));
    expect(git(staging, 'log', '--format=%s', refOf(mapped, 'refs/heads/main')).split('\n')).toEqual([
      'Go on',
      'Bring it back',
      'Two',
      'Start',
    ]);
  });

  it('makes annotated tags that carry author and log, also when the tag moved', async () => {
    const { staging, mapped } = await importAll(make(history('a tag that moves and a tag that is edited').write));
    const tag = git(staging, 'cat-file', 'tag', refOf(mapped, 'refs/tags/latest'));
    expect(tag).toMatch(/tagger alice <alice@[0-9a-f-]{36}> \d+ \+0000/);
    expect(tag).toContain('Move the tag');
    expect(git(staging, 'log', '--format=%s', refOf(mapped, 'refs/tags/edited')).split('\n')).toEqual([
      'Edit the tag',
      'Another tag',
      'Edit',
      'Start',
    ]);
  });

  it('makes a merge commit of a whole merge and of nothing less', async () => {
    const { staging, mapped } = await importAll(make(history('a whole merge and a cherry-pick').write));
    expect(git(staging, 'log', '--merges', '--format=%s', refOf(mapped, 'refs/heads/main'))).toBe('Merge all of it');
    expect(git(staging, 'rev-parse', `${refOf(mapped, 'refs/heads/main')}^2`)).toBe(refOf(mapped, 'refs/heads/f'));
  });

  it('renames branches that Git does not allow, and says so', async () => {
    const result = await importAll(make(history('odd names').write));
    expect(names(result.mapped)).toEqual([
      'refs/heads/a-b-c',
      'refs/heads/main',
      'refs/heads/main-2',
      'refs/heads/with-space',
      'refs/heads/x-lock',
    ]);
    expect(finding(result, 'ref_renamed')?.count).toBe(4);
    expect(finding(result, 'dot_git_name')?.examples[0]).toContain('trunk/.git');
  });

  it('writes .gitignore unless told not to, and never an external with its password', async () => {
    const repository = make(history('ignores and externals').write);
    const plain = await importAll(repository, (layout) => ({ ...layout, gitignore: false }));
    expect(git(plain.staging, 'ls-tree', '-r', '--name-only', refOf(plain.mapped, 'refs/heads/main'))).toBe('sub/f');
    expect(finding(plain, 'svn_externals')?.examples.join()).toContain('https://example.org/lib');
    expect(JSON.stringify(plain.findings)).not.toContain('secret');
    const asked = await importAll(repository);
    const main = refOf(asked.mapped, 'refs/heads/main');
    expect(git(asked.staging, 'ls-tree', '-r', '--name-only', main).split('\n')).toEqual([
      '.gitignore',
      'sub/.gitignore',
      'sub/f',
    ]);
    expect(git(asked.staging, 'show', `${main}:.gitignore`)).toBe('/build');
    expect(git(asked.staging, 'show', `${main}~1:.gitignore`)).toBe('*.bak\n/build\n/*.tmp');
  });

  it('reports empty folders, broken texts and revisions that became no commit', async () => {
    const empty = await importAll(make(history('empty folders, empty revisions, properties of the root').write));
    expect(finding(empty, 'empty_revision')?.examples).toEqual(['r2']);
    const broken = await importAll(make(history('logs, authors and dates that are broken or missing').write));
    expect(finding(broken, 'not_utf8')?.count).toBe(1);
    expect(finding(broken, 'no_author')?.count).toBe(1);
    expect(finding(broken, 'no_date')?.count).toBe(2);
    expect(git(broken.staging, 'log', '--format=%s', refOf(broken.mapped, 'refs/heads/main'))).toContain('Grüße');
    expect(git(broken.staging, 'log', '--format=%an|%ae', '-1', refOf(broken.mapped, 'refs/heads/main'))).toBe(
      'Ann Example|ann@example.org',
    );
  });

  it('counts authors with their first and last dates', async () => {
    const { authors } = await importAll(make(history('branches, tags and edits').write));
    const counts = [...authors.values()].map((author) => [
      author.remote_name,
      author.commit_count,
      author.first_commit_at,
      author.last_commit_at,
    ]);
    expect(counts).toEqual([
      ['alice', 4, '2004-01-01T01:00:00Z', '2004-01-01T06:00:00Z'],
      ['bob', 1, '2004-01-01T02:00:00Z', '2004-01-01T02:00:00Z'],
      ['carol', 1, '2004-01-01T04:00:00Z', '2004-01-01T04:00:00Z'],
    ]);
  });

  it('applies identities to commits and tags', async () => {
    const repository = make(history('branches, tags and edits').write);
    const context = newContext();
    const { layout, uuid } = await subversionSource.fetch(repository, context);
    const identities = new Map([[`alice@${uuid}`, { name: 'Alice A.', email: 'alice@example.org' }]]);
    const mapped = await subversionSource.map({ layout, identities, includeHiddenRefs: false }, context);
    const staging = join(context.folder, 'staging.git');
    expect(git(staging, 'log', '--format=%an <%ae>', refOf(mapped, 'refs/heads/main')).split('\n')).toEqual([
      'Alice A. <alice@example.org>',
      `bob <bob@${uuid}>`,
      'Alice A. <alice@example.org>',
    ]);
    expect(git(staging, 'cat-file', 'tag', refOf(mapped, 'refs/tags/v1'))).toContain(
      'tagger Alice A. <alice@example.org>',
    );
  });

  it('starts a branch that came empty with a copy of its parent', async () => {
    const repository = make((dump) => {
      dump.revision('Template').dir('template').dir('template/trunk').dir('template/branches');
      dump.revision('Project').copyDir('project', 'template', 1);
      dump.revision('Fill').file('project/trunk/f', 'f\n');
    });
    const layout = { root: 'project', trunk: 'trunk', branches: ['branches/*'], tags: [] };
    const { staging, mapped } = await importAll(repository, (found) => ({ ...found, ...layout }));
    expect(git(staging, 'ls-tree', '--name-only', refOf(mapped, 'refs/heads/main'))).toBe('f');
  });

  it('takes mergeinfo of one folder alone for no whole merge', async () => {
    const repository = make((dump) => {
      dump.revision('Start').dir('trunk').dir('branches').file('trunk/a', 'a\n');
      dump.revision('Branch').copyDir('branches/x', 'trunk', 1);
      dump.revision('Work').change('branches/x/a', 'x\n');
      dump.revision('Not inherited').changeDir('trunk', { 'svn:mergeinfo': '/branches/x:2-3*\n' });
    });
    const { staging, mapped } = await importAll(repository);
    expect(git(staging, 'rev-list', '--merges', '--count', refOf(mapped, 'refs/heads/main'))).toBe('0');
  });

  it('keeps the raw history when a mapping that equals it is made again', async () => {
    const { staging, context } = await importAll(make(history('several projects').write));
    const layout = {
      root: 'three',
      trunk: 'trunk',
      branches: [],
      tags: [],
      left_out: [],
      default_branch: 'main',
      gitignore: false,
    };
    await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
    expect(rawCommits(staging)).toHaveLength(3);
  });

  it('imports one project of several, or everything as one branch', async () => {
    const repository = make(history('several projects').write);
    const all = await importAll(repository);
    expect(all.layout).toMatchObject({ root: '', trunk: '', branches: [] });
    const one = await importAll(repository, (layout) => ({
      ...layout,
      root: 'three',
      trunk: 'trunk',
      branches: ['branches/*'],
      tags: [],
    }));
    expect(names(one.mapped)).toEqual(['refs/heads/main', 'refs/heads/x']);
    // The project's history before its renaming is kept.
    expect(git(one.staging, 'ls-tree', '--name-only', refOf(one.mapped, 'refs/heads/x'))).toBe('b');
  });
});

describe('probing', () => {
  const probe = (address: string) => subversionSource.probe(address, newContext());

  it('says what is there', async () => {
    const repository = make(history('branches, tags and edits').write);
    expect(await probe(repository)).toMatchObject({
      kind: 'found',
      revision_count: 6,
      branches: ['main', 'work'],
      tags: ['v1'],
      project_choices: [],
      empty: false,
    });
    expect(await probe(`file://${repository}/branches/work`)).toMatchObject({
      kind: 'found',
      root_url: `file://${repository}`,
      layout: { root: 'branches/work', trunk: '' },
    });
  });

  it('offers several projects and the whole repository', async () => {
    const found = await probe(
      make((dump) => dump.revision('Start').dir('one').dir('one/trunk').dir('two').dir('two/trunk')),
    );
    expect(found).toMatchObject({
      project_choices: [
        { vcs: 'subversion', human_name: 'one', svn_root: 'one' },
        { vcs: 'subversion', human_name: 'two', svn_root: 'two' },
        { vcs: 'subversion', human_name: 'The whole repository', svn_root: '' },
      ],
    });
  });

  it('finds nothing where nothing is', async () => {
    expect(await probe(folder)).toMatchObject({ kind: 'nothing' });
    expect(await probe(join(folder, 'not there'))).toMatchObject({ kind: 'nothing' });
    expect(await probe('git://example.org/x')).toMatchObject({ kind: 'nothing' });
    await expect(probe('svn://127.0.0.1:1/x')).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('tells an empty repository', async () => {
    const repository = make(() => undefined);
    expect(await probe(repository)).toMatchObject({ kind: 'found', empty: true });
    await expect(subversionSource.fetch(repository, newContext())).rejects.toMatchObject({
      kind: 'empty',
      key: 'source.empty',
    });
  });
});

describe('verification', () => {
  it('compares the published repository with the raw history and the server', async () => {
    const result = await importAll(make(history('executable and symbolic link, on and off').write));
    for (const { name, oid } of result.mapped.refs) git(result.staging, 'update-ref', name, oid);
    const checks = await subversionSource.verify(result.address, result.staging, result.mapped, result.context);
    expect(checks.length).toBeGreaterThanOrEqual(result.mapped.refs.length + 3);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    git(result.staging, 'update-ref', 'refs/heads/b', `${refOf(result.mapped, 'refs/heads/b')}~1`);
    const damaged = await subversionSource.verify(result.address, result.staging, result.mapped, result.context);
    expect(damaged.filter((check) => !check.ok).map((check) => inEnglish(check.subject))).toEqual([
      'All refs',
      'refs/heads/b',
      'refs/heads/b',
    ]);
  });
});
