import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { serveSvn } from '../../testing/svn-sources.ts';
import { subversionSource } from './index.ts';
import { failedChecks, importAll, newContext } from './testing/import-all.ts';
import { git, makeRepository } from './testing/oracle.ts';

let folder = '';
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-hidden-'));
  server = await serveSvn(folder, [], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function guard(repository: string, rules: string): void {
  writeFileSync(join(repository, 'conf/svnserve.conf'), '[general]\nanon-access = read\nauthz-db = authz\n');
  writeFileSync(join(repository, 'conf/authz'), rules);
}

/** A repository of which svnserve shows what `rules` say (its own `authz` file, Subversion's book, "Path-Based Authorization"). */
function guarded(rules: string): string {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('trunk/secret').dir('branches').dir('private').file('trunk/a', 'a\n');
    dump.revision('R2').file('trunk/secret/s', 's\n');
    dump.revision('R3').file('trunk/b', 'b\n').file('trunk/secret/t', 't\n');
    dump.revision('R4').change('trunk/a', 'aa\n');
    dump.revision('R5').copyDir('branches/x', 'trunk', 4);
  });
  guard(repository, rules);
  return `${server.url}/${basename(repository)}`;
}

it('revisions that the server hides are told, in whole and in part', async () => {
  const url = guarded('[/]\n* = r\n[/trunk/secret]\n* =\n[/branches/x/secret]\n* =\n');
  const imported = await importAll(folder, url);
  const finding = (wanted: string) => imported.findings.find(({ kind }) => kind === wanted);
  expect(finding('revision_hidden')).toMatchObject({ severity: 'warning', examples: ['r2'] });
  expect(finding('revision_partly_hidden')?.examples).toEqual(['r1', 'r3']);
  expect(await failedChecks(imported)).toEqual([]);
});

it('a copy that shows what its source hid is different, and said to be', async () => {
  const imported = await importAll(folder, guarded('[/]\n* = r\n[/trunk/secret]\n* =\n'));
  const failed = await failedChecks(imported);
  expect(failed.map(({ subject }) => subject)).toContain('refs/heads/x');
  for (const { found } of failed) expect(inEnglish(found)).toContain('secret/s');
});

it('what changes in such a copy comes as far as it can, and the rest is told', async () => {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('branches').file('trunk/a', 'a\n');
    dump.revision('R2').dir('trunk/secret').file('trunk/secret/s', 's\n').file('trunk/secret/t', 't\n');
    dump.revision('R3').copyDir('branches/x', 'trunk', 2);
    dump.revision('R4').file('branches/x/secret/new', 'new\n').change('branches/x/a', 'aa\n');
    dump.revision('R5').change('branches/x/secret/s', 'ss\n').delete('branches/x/secret/t');
    dump.revision('R6').copyFile('branches/x/u', 'branches/x/secret/s', 5).copyFile('branches/x/v', 'branches/x/a', 5);
    dump.revision('R7').delete('branches/x/a').copyFile('branches/x/a', 'branches/x/secret/s', 5);
  });
  guard(repository, '[/]\n* = r\n[/trunk/secret]\n* =\n');
  const imported = await importAll(folder, `${server.url}/${basename(repository)}`);
  const branch = imported.mapped.refs.find(({ name }) => name === 'refs/heads/x')?.oid ?? '';
  expect(git(imported.staging, 'ls-tree', '-r', '--name-only', branch).split('\n')).toEqual(['secret/new', 'v']);
  expect(imported.findings.find(({ kind }) => kind === 'hidden_before')).toMatchObject({
    severity: 'warning',
    examples: expect.arrayContaining(['branches/x/secret (r4)', 'branches/x/secret/s (r5)', 'branches/x/u (r6)']),
  });
  const failed = await failedChecks(imported);
  expect(failed.map(({ subject }) => subject)).toContain('refs/heads/x');
});

it('a branch that the server hides now, but not where it was copied from, comes and is not called compared', async () => {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('old').file('trunk/a', 'a\n');
    dump.revision('R2').copyDir('old/x', 'trunk', 1);
    dump.revision('R3').copyDir('branches', 'old', 2).delete('old');
  });
  guard(repository, '[/]\n* = r\n[/branches/x]\n* =\n');
  const imported = await importAll(folder, `${server.url}/${basename(repository)}`);
  const branch = imported.mapped.refs.find(({ name }) => name === 'refs/heads/x')?.oid ?? '';
  expect(git(imported.staging, 'ls-tree', '--name-only', branch)).toBe('a');
  const failed = await failedChecks(imported);
  expect(failed.map(({ subject, found }) => [subject, inEnglish(found)])).toEqual([
    ['refs/heads/x', 'not compared: the server could not list it'],
  ]);
});

it('where one folder alone may be read, that folder comes, with a word', async () => {
  const url = `${guarded('[/trunk]\n* = r\n[/trunk/secret]\n* =\n')}/trunk`;
  const imported = await importAll(folder, url);
  expect(imported.findings.find(({ kind }) => kind === 'folder_only')?.examples).toEqual(['/trunk']);
  expect(await failedChecks(imported)).toEqual([]);
  const oid = imported.mapped.refs[0]?.oid ?? '';
  expect(git(imported.staging, 'ls-tree', '--name-only', oid).split('\n')).toEqual(['a', 'b']);
  const log = git(imported.staging, 'log', '--format=%s', oid).split('\n');
  expect([log[0], log.at(-1)]).toEqual(['R4', expect.anything()]);
  expect(await subversionSource.isUnchanged(url, imported.context)).toBe(true);
  // What came since goes behind it.
  await subversionSource.fetch(url, imported.context);
});

it.each([
  ['the folders above it are hidden', '[/trunk/secret]\n* = r\n'],
  ['the root alone is hidden', '[/trunk]\n* = r\n'],
  ['the folder between is hidden', '[/]\n* = r\n[/trunk]\n* =\n[/trunk/secret]\n* = r\n'],
])('a folder below another comes from its first revision on: %s', async (_, rules) => {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('trunk/secret').file('trunk/secret/s', 's\n').file('trunk/a', 'a\n');
    dump.revision('R2').change('trunk/secret/s', 'ss\n');
  });
  guard(repository, rules);
  const imported = await importAll(folder, `${server.url}/${basename(repository)}/trunk/secret`);
  expect(await failedChecks(imported)).toEqual([]);
  const oid = imported.mapped.refs[0]?.oid ?? '';
  expect(git(imported.staging, 'ls-tree', '--name-only', oid)).toBe('s');
  expect(git(imported.staging, 'rev-list', '--count', oid)).toBe('2');
  expect(imported.findings.map(({ kind }) => kind)).not.toContain('hidden_before');
});

it('a history of which a login may read nothing is not empty, and comes once another login may', async () => {
  const hidden = '[/]\n* = r\n[/trunk]\n* =\n[/branches]\n* =\n[/private]\n* =\n';
  const url = guarded(hidden);
  const context = newContext(folder);
  const failure = { kind: 'auth', key: 'subversion.all_hidden', parameters: { count: 5 } };
  await expect(subversionSource.fetch(url, context)).rejects.toMatchObject(failure);
  guard(join(folder, basename(url)), '[/]\n* = r\n');
  expect(await subversionSource.fetch(url, context)).toMatchObject({ commit_count: 5 });
});

it('a login that may read nothing is asked for another one', async () => {
  const url = guarded('[/trunk]\n* =\n');
  await expect(importAll(folder, url)).rejects.toMatchObject({ kind: 'auth', key: 'subversion.forbidden' });
});

it('a page to sign in is no Subversion server, and not called a missing repository', async () => {
  // As portals and proxies answer whatever is asked: 200 with their page.
  const portal = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<html><form>Sign in</form></html>');
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const address = portal.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const found = await subversionSource.probe(`http://127.0.0.1:${port}/svn`, newContext(folder));
  expect(found).toMatchObject({ kind: 'nothing', failure: { key: 'subversion.web_page' } });
  await new Promise((resolve) => portal.close(resolve));
});
