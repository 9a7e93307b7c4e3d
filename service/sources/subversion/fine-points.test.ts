import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSvn } from '../../testing/svn-sources.ts';
import type { DumpBuilder } from './testing/dump-builder.ts';
import { failedChecks, importAll } from './testing/import-all.ts';
import { git, makeRepository } from './testing/oracle.ts';

let folder = '';
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-fine-'));
  server = await serveSvn(folder, [], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function imported(write: (dump: DumpBuilder) => void, change = (_repository: string): void => undefined) {
  const repository = makeRepository(folder, write);
  change(repository);
  const local = await importAll(folder, repository);
  const served = await importAll(folder, `${server.url}/${basename(repository)}`);
  expect(served.mapped.refs, 'over svn://').toEqual(local.mapped.refs);
  expect(served.mapped.completeness).toEqual(local.mapped.completeness);
  expect(await failedChecks(served)).toEqual([]);
  const oid = (ref: string) => local.mapped.refs.find(({ name }) => name === ref)?.oid ?? `no ${ref}`;
  const names = local.mapped.refs.map(({ name }) => name).sort();
  const finding = (kind: string) => local.findings.find((each) => each.kind === kind);
  return { ...local, oid, names, finding };
}

const start = (dump: DumpBuilder) =>
  dump.revision('R1').dir('trunk').dir('branches').dir('tags').file('trunk/a', 'a\n').file('trunk/b', 'b\n');

describe('merges', () => {
  it('takes every branch that one revision merges whole as a parent, none twice', async () => {
    const { staging, oid } = await imported((dump) => {
      start(dump);
      dump.revision('R2').copyDir('branches/x', 'trunk', 1).copyDir('branches/y', 'trunk', 1);
      dump.revision('R3').change('branches/x/a', 'x\n');
      dump.revision('R4').change('branches/y/b', 'y\n');
      dump.revision('R5').copyDir('branches/z', 'branches/y', 4);
      dump
        .revision('R6')
        .changeDir('trunk', { 'svn:mergeinfo': '/branches/x:2-5\n/branches/y:2-5\n/branches/z:5' })
        .change('trunk/a', 'x\n')
        .change('trunk/b', 'y\n');
      dump.revision('R7').change('trunk/a', 'end\n');
    });
    const parents = git(staging, 'log', '-1', '--format=%P', `${oid('refs/heads/main')}~1`).split(' ');
    expect(parents.map((id) => git(staging, 'log', '-1', '--format=%s', id)).sort()).toEqual(['R1', 'R3', 'R5']);
  });
});

describe('tags', () => {
  it('that only changed properties are annotated tags of what they copied', async () => {
    const { staging, oid, names } = await imported((dump) => {
      start(dump);
      dump.revision('R2').copyDir('tags/v1', 'trunk', 1);
      dump.revision('R3').changeDir('tags/v1', { 'svn:mergeinfo': '/branches/x:1', 'custom:x': '1' });
    });
    expect(names).toEqual(['refs/heads/main', 'refs/tags/v1']);
    expect(git(staging, 'cat-file', '-t', oid('refs/tags/v1'))).toBe('tag');
    expect(git(staging, 'cat-file', 'tag', oid('refs/tags/v1'))).toContain('R2');
    expect(git(staging, 'rev-parse', `${oid('refs/tags/v1')}^{commit}`)).toBe(oid('refs/heads/main'));
  });
});

describe('svn:ignore', () => {
  it('joins a .gitignore that is there', async () => {
    const { staging, oid } = await imported((dump) => {
      start(dump).file('trunk/.gitignore', '*.o\n/own');
      dump.revision('R2').changeDir('trunk', { 'svn:ignore': '*.o\nbuild\n' });
    });
    expect(git(staging, 'show', `${oid('refs/heads/main')}:.gitignore`)).toBe('*.o\n/own\n/*.o\n/build');
  });

  it('that covers versioned folders is told: Git would not show new files in them, and does with the line that is advised', async () => {
    const { staging, oid, finding } = await imported((dump) => {
      start(dump).dir('trunk/sub').file('trunk/sub/c', 'c\n').dir('trunk/doc').dir('trunk/doc/bin').dir('trunk/doc/in');
      dump.file('trunk/doc/bin/d', 'd\n').file('trunk/doc/in/e', 'e\n').dir('trunk/doc/empty');
      dump.revision('R2').changeDir('trunk', { 'svn:ignore': '[!d]*\n' });
      dump.changeDir('trunk/doc', { 'svn:global-ignores': 'b?n\ni\n[z-a]\nempty\n' });
    });
    expect(finding('ignored_folder')).toMatchObject({ count: 2, examples: ['/trunk/doc/bin', '/trunk/sub'] });
    const clone = join(folder, 'ignoring');
    git(staging, 'worktree', 'add', '--quiet', '--detach', clone, oid('refs/heads/main'));
    const news = ['sub/new', 'doc/new', 'doc/bin/new', 'doc/in/new'];
    for (const name of news) writeFileSync(join(clone, name), '');
    const asked = () => git(join(clone, '.git'), '--work-tree', clone, 'status', '--porcelain', '-uall');
    const shown = () => news.filter((name) => asked().includes(`?? ${name}`));
    expect(shown()).toEqual(['doc/new', 'doc/in/new']);
    appendFileSync(join(clone, '.gitignore'), '!/sub/\n');
    appendFileSync(join(clone, 'doc/.gitignore'), '!/bin/\n');
    expect(shown()).toEqual(news);
  });

  it('that is inherited from folders above the branches is told: no branch holds it', async () => {
    const { staging, oid, finding } = await imported((dump) => {
      start(dump);
      dump.revision('R2').changeDir('', { 'svn:global-ignores': '*.bak\n*.tmp\n' }).copyDir('branches/x', 'trunk', 1);
      dump.revision('R3').changeDir('branches', { 'svn:global-ignores': 'café\n' });
      dump.revision('R4').changeDir('tags', { 'svn:global-ignores': 'none\n', 'svn:ignore': 'x\n' });
    });
    expect(git(staging, 'ls-tree', '--name-only', oid('refs/heads/x'))).toBe('a\nb');
    expect(finding('ignores_above')).toMatchObject({ count: 2, examples: ['/: *.bak *.tmp', '/branches: café'] });
  });
});

describe('dates', () => {
  it('before 1970 and unreadable ones, in r0 as well, are told of', async () => {
    const { staging, oid, finding } = await imported(
      (dump) => {
        dump.revision('R1', { date: '1969-12-31T23:00:00.000000Z' }).dir('trunk').file('trunk/a', 'a\n');
        dump.revision('R2', { date: 'yesterday' }).change('trunk/a', 'b\n');
        dump.revision('R3').change('trunk/a', 'c\n');
      },
      (repository) => {
        // Old servers stored what clients sent; svnadmin of today refuses to.
        chmodSync(join(repository, 'db/revprops/0/0'), 0o644);
        writeFileSync(join(repository, 'db/revprops/0/0'), 'K 8\nsvn:date\nV 8\nlong ago\nEND\n');
      },
    );
    expect(git(staging, 'log', '--format=%s %at', oid('refs/heads/main')).split('\n').slice(1)).toEqual([
      'R2 0',
      'R1 0',
    ]);
    expect(finding('date_before_1970')?.examples).toEqual(['r1: 1969-12-31T23:00:00.000000Z']);
    expect(finding('no_date')?.examples).toEqual(['r2']);
  });
});

describe('what changes nothing', () => {
  it('makes the same commits whatever the address', async () => {
    const { mapped } = await imported((dump) => {
      start(dump);
      dump.revision('R2').change('trunk/a', null, { properties: {} });
      dump.revision('R3').changeDir('trunk', {});
      dump.revision('R4').change('trunk/a', 'a\n');
      dump.revision('R5').change('trunk/b', null, { properties: { 'svn:keywords': 'Id' } });
      dump.revision('R6').change('trunk/b', null, { properties: { 'svn:keywords': 'Id' } });
      dump.revision('R7').changeDir('branches', { 'custom:note': 'x' });
      dump.revision('R8').change('trunk/a', 'z\n');
    });
    expect(mapped.completeness).toMatchObject({ lost: 0, in_git: 2 });
  });
});

describe('an empty branch', () => {
  it('that comes back with its container keeps its past', async () => {
    const { staging, oid } = await imported((dump) => {
      start(dump);
      dump.revision('R2').copyDir('branches/x', 'trunk', 1);
      dump.revision('R3').delete('branches/x/a').delete('branches/x/b');
      dump.revision('R4').delete('branches');
      dump.revision('R5').copyDir('branches', 'branches', 3);
      dump.revision('R6').file('branches/x/c', 'c\n');
    });
    expect(git(staging, 'log', '--format=%s', oid('refs/heads/x')).split('\n')).toEqual(['R6', 'R5', 'R3', 'R2', 'R1']);
  });
});
