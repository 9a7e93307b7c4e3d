/** Dates that are none: old servers stored what clients sent, `svnadmin load` of today refuses to. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { serveSvnHttp } from '../../testing/svn-http.ts';
import { serveSvn } from '../../testing/svn-sources.ts';
import type { Check } from '../../vocabulary/report.ts';
import { type AskedServer, listingOf, serverOf } from './served-heads.ts';
import { svnInfo } from './svn-info.ts';
import { checksOf, failedChecks, importAll, newContext } from './testing/import-all.ts';
import { git, makeRepository } from './testing/oracle.ts';

let folder = '';
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-undated-'));
  server = await serveSvn(folder, [], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Three revisions; `undated` of them have the date "long ago". */
function repositoryWith(undated: readonly number[]): string {
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('branches').dir('tags');
    dump.file('trunk/ä run', 'run\n', { properties: { 'svn:executable': '*' } });
    dump.revision('R2').file('trunk/b', 'b\n').dir('trunk/deep');
    dump.file('trunk/deep/link', 'link ../b', { properties: { 'svn:special': '*' } });
    dump.revision('R3').copyDir('branches/x', 'trunk', 2).change('branches/x/b', 'other\n');
  });
  for (const revision of undated) {
    const file = join(repository, `db/revprops/0/${revision}`);
    chmodSync(file, 0o644);
    writeFileSync(file, 'K 8\nsvn:date\nV 8\nlong ago\nEND\n');
  }
  return repository;
}

const wordsOf = ({ what, found }: Check) => `${inEnglish(what)}: ${inEnglish(found)}`;

it.each([[[2]], [[3]], [[1, 2, 3]], [[0, 1, 3]]])(
  'revisions %j are imported, and compared by content where sizes are not said',
  async (undated) => {
    const repository = repositoryWith(undated);
    for (const address of [repository, `${server.url}/${basename(repository)}`]) {
      const imported = await importAll(folder, address);
      const checks = await checksOf(imported);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      const heads = checks.map(wordsOf).filter((words) => words.startsWith('files that the server has at r3'));
      expect(heads, address).toEqual([
        'files that the server has at r3, by name, mode and content: 3 files',
        'files that the server has at r3, by name, mode and content: 3 files',
      ]);
    }
  },
);

it('tells another content of the same size, and a mode', async () => {
  const imported = await importAll(folder, repositoryWith([0, 1, 3]));
  const { staging, mapped } = imported;
  const main = mapped.refs.find(({ name }) => name === 'refs/heads/main')?.oid ?? '';
  const blob = execFileSync('git', ['--git-dir', staging, 'hash-object', '-w', '--stdin'], { input: 'B\n' });
  const files = git(staging, 'ls-tree', main).split('\n');
  const changed = files
    .map((line) => (line.endsWith('\tb') ? `100755 blob ${blob.toString().trim()}\tb` : line))
    .join('\n');
  const tree = execFileSync('git', ['--git-dir', staging, 'mktree'], { input: `${changed}\n` });
  const other = git(staging, '-c', 'user.name=x', '-c', 'user.email=x', 'commit-tree', '-m', 'x', String(tree).trim());
  const refs = mapped.refs.map((ref) => (ref.oid === main ? { ...ref, oid: other } : ref));
  const failed = await failedChecks({ ...imported, mapped: { ...mapped, refs } });
  expect(failed.map(wordsOf)).toContain(
    'files that the server has at r3, by name, mode and content: 2 files; different: b',
  );
});

it('reads as many bytes as all listings may cost together, and then names alone', async () => {
  const { privateFolder, signal } = newContext(folder);
  const url = pathToFileURL(repositoryWith([1, 2, 3])).href;
  const asked = await serverOf({ url, credentials: null, privateFolder }, signal);
  const server = { ...(asked as AskedServer), revision: 3, wholeLeft: 3000 };
  const whole = await listingOf(server, 'trunk');
  expect([...(whole?.sums?.keys() ?? [])].sort()).toEqual(['b', 'deep/link', 'ä run']);
  expect(server.wholeLeft).toBeGreaterThan(0);
  expect(server.wholeLeft).toBeLessThan(2500);
  server.wholeLeft = 100;
  const names = await listingOf(server, 'branches/x');
  expect([...(names?.sizes.keys() ?? [])].sort()).toEqual(['b', 'deep/link', 'ä run']);
  expect(names).toMatchObject({ sums: null, executable: null, special: null });
  expect(server.wholeLeft).toBe(0);
  await asked?.near?.close();
});

it('says what an address is by revisions that have a date, and where none has one what to do', async ({ skip }) => {
  if (!existsSync('/usr/lib/apache2/modules/mod_dav_svn.so')) return skip('there is no mod_dav_svn here');
  const { privateFolder, signal } = newContext(folder);
  const access = { credentials: null, privateFolder, signal };
  const repository = repositoryWith([0, 3]);
  const none = repositoryWith([0, 1, 2, 3]);
  const login = { name: 'ann', password: 'a password' };
  const places = await Promise.all(
    [repository, none].map((path, i) => serveSvnHttp(join(folder, `apache-${i}`), path, login)),
  );
  try {
    const [dated, undated] = places.map(({ url }) => url) as [string, string];
    const ways = [
      [pathToFileURL(repository).href, pathToFileURL(none).href],
      [`${server.url}/${basename(repository)}`, `${server.url}/${basename(none)}`],
      [dated, undated],
    ] as const;
    for (const [rootUrl, lost] of ways) {
      const asked = { ...access, credentials: lost === undated ? { username: 'ann', password: 'a password' } : null };
      for (const path of ['', 'branches/x', 'trunk/deep'])
        expect(await svnInfo(asked, path === '' ? rootUrl : `${rootUrl}/${path}`)).toMatchObject({
          ...{ rootUrl, youngest: 3, folder: path },
        });
      // Over HTTP svn passes such a date over.
      for (const path of lost === undated ? [] : ['', '/branches/x'])
        await expect(svnInfo(asked, `${lost}${path}`)).rejects.toMatchObject({ key: 'subversion.no_dates' });
    }
  } finally {
    for (const place of places) await place.stop();
  }
});
