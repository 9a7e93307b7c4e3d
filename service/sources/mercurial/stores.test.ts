/** Repositories that Mercurial keeps in ways of their own: told before anything is fetched, with what to do. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newContext } from '../subversion/testing/import-all.ts';
import { filesOf } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { surveyMercurial } from './survey.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg stores '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hg(...args: string[]): string {
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null', LC_ALL: 'C.UTF-8' };
  return execFileSync('hg', args, { env, encoding: 'utf8' });
}

it('manifests as trees: from a folder and from a server; the copy that the sentence tells of arrives', async () => {
  const options = ['--config', 'experimental.treemanifest=1'];
  const path = join(folder, 'source');
  hg('init', ...options, path);
  execFileSync('mkdir', ['-p', join(path, 'deep/er')]);
  writeFileSync(join(path, 'deep/er/file'), 'text\n');
  hg('-R', path, ...options, 'commit', '-qAm', 'one', '-u', 'ann', '--cwd', path);
  const server = await serveHg(path);
  const key = 'mercurial.treemanifest';
  try {
    for (const url of [path, server.url]) {
      await expect(mercurialSource.probe(url, newContext(folder))).rejects.toMatchObject({ key });
      await expect(importAll(url, join(folder, 'import'))).rejects.toMatchObject({ key });
    }
  } finally {
    server.stop();
  }
  const copy = join(folder, 'copy');
  hg('-q', '--config', 'extensions.convert=', 'convert', path, copy);
  const { fetched } = await importAll(copy, join(folder, 'of the copy'));
  expect(fetched.commit_count).toBe(1);
  const [first, second] = [path, copy].map((repository) => hg('-R', repository, 'log', '-T', '{node}'));
  expect(first).not.toBe(second);
});

it('a sparse checkout hides nothing of the history', async () => {
  const hgs = new HgWorkspace(join(folder, 'source'));
  hgs.write('shown/a', '1');
  hgs.write('left out/b', '2');
  hgs.commit('one');
  hg('-R', hgs.path, '--cwd', hgs.path, '--config', 'extensions.sparse=', 'debugsparse', '--include', 'shown');
  expect(existsSync(join(hgs.path, 'left out/b'))).toBe(false);
  // Without the extension hg does not open it.
  expect(() => hg('-R', hgs.path, 'log')).toThrow();
  const { mapped, staging, context } = await importAll(hgs.path, join(folder, 'import'));
  expect([...filesOf(staging, 'main').keys()].sort()).toEqual(['left out/b', 'shown/a']);
  const checks = await mercurialSource.verify(hgs.path, staging, mapped, context);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});

it('bookmarks that a share has of its source arrive; a source that was upgraded or set back since is read; one that is gone is named', async () => {
  const source = new HgWorkspace(join(folder, 'source'));
  source.write('a', '1');
  source.commit('one');
  source.hg('bookmark', 'one');
  source.write('a', '2');
  source.commit('two');
  source.hg('bookmark', '-r', '0', 'two');
  const share = (from: string, to: string, ...options: string[]) => {
    hg('--config', 'extensions.share=', 'share', '-q', ...options, from, to);
    return to;
  };
  const bookmarked = share(source.path, join(folder, 'bookmarked'), '-B');
  const refs = async (path: string) => (await importAll(path, `${path} import`)).mapped.refs.map(({ name }) => name);
  expect(await refs(bookmarked)).toEqual(['refs/heads/main', 'refs/heads/one', 'refs/heads/two'].sort());
  expect(await refs(share(source.path, join(folder, 'plain')))).toEqual(['refs/heads/main']);

  for (const [before, after] of [
    ['no', 'yes'],
    ['yes', 'no'],
  ]) {
    const upgraded = join(folder, `upgraded ${after}`);
    hg('clone', '-q', '--config', `format.use-share-safe=${before}`, source.path, upgraded);
    const shared = share(upgraded, `${upgraded} shared`, '--config', `format.use-share-safe=${before}`);
    hg('-R', upgraded, '--config', `format.use-share-safe=${after}`, 'debugupgraderepo', '--run');
    expect(() => hg('-R', shared, 'log')).toThrow(/share-safe/);
    expect(await refs(shared)).toContain('refs/heads/main');
  }

  renameSync(source.path, join(folder, 'elsewhere'));
  await expect(mercurialSource.probe(bookmarked, newContext(folder))).rejects.toMatchObject({
    key: 'mercurial.share_gone',
    parameters: { url: bookmarked, folder: source.path },
  });
});

it('a clone of some folders only is told as that', async () => {
  const source = new HgWorkspace(join(folder, 'source'));
  source.write('in/a', '1');
  source.write('out/b', '2');
  source.commit('one');
  const narrow = join(folder, 'narrow');
  hg('--config', 'extensions.narrow=', 'clone', '-q', '--narrow', '--include', 'in', source.path, narrow);
  const key = 'mercurial.clone_of_part';
  await expect(mercurialSource.probe(narrow, newContext(folder))).rejects.toMatchObject({ key });
  await expect(importAll(narrow, join(folder, 'import'))).rejects.toMatchObject({ key });
});

it('changesets in topics are counted', async () => {
  const source = new HgWorkspace(join(folder, 'topics'));
  // As the extension writes them: a key of the changeset's extras.
  const extension = join(folder, 'topic.py');
  writeFileSync(
    extension,
    `def reposetup(ui, repo):
    class topical(repo.__class__):
        def commit(self, *args, **named):
            named['extra'] = dict(named.get('extra') or {})
            named['extra'][b'topic'] = b'try'
            return super(topical, self).commit(*args, **named)
    repo.__class__ = topical
`,
  );
  source.write('a', '1');
  source.commit('one');
  source.write('a', '2');
  const second = source.commit('two', { args: ['--config', `extensions.topical=${extension}`] });
  const { fetched } = await importAll(source.path, join(folder, 'import'));
  expect(fetched.findings.find(({ kind }) => kind === 'topic')).toMatchObject({
    count: 1,
    examples: [`try: ${second.slice(0, 12)}`],
  });
});

it('subrepositories are told before the fetch, by their folders, and their references come as files', async () => {
  const inner = new HgWorkspace(join(folder, 'inner'));
  inner.write('i', '1');
  const id = inner.commit('inner');
  const source = new HgWorkspace(join(folder, 'with subrepositories'));
  source.write('.hgsub', `# a comment\nvendor/inner = ${inner.path}\n[subpaths]\n`);
  hg('-q', 'clone', inner.path, join(source.path, 'vendor/inner'));
  source.commit('one', { user: 'Ann <ann@example.org>' });
  const survey = await surveyMercurial(
    { url: source.path, credentials: null, privateFolder: newContext(folder).privateFolder } as never,
    new AbortController().signal,
  );
  expect(survey.findings).toEqual([
    expect.objectContaining({ kind: 'subrepository', severity: 'warning', examples: ['vendor/inner'] }),
  ]);
  const { fetched, staging, mapped } = await importAll(source.path, join(folder, 'import'));
  expect(fetched.findings.map(({ kind }) => kind)).toContain('subrepository');
  const files = execFileSync('git', ['--git-dir', staging, 'ls-tree', '-r', '--name-only', mapped.refs[0]?.oid ?? '']);
  expect(files.toString().split('\n').filter(Boolean)).toEqual(['.hgsub', '.hgsubstate']);
  const state = execFileSync('git', ['--git-dir', staging, 'show', `${mapped.refs[0]?.oid}:.hgsubstate`]).toString();
  expect(state).toBe(`${id} vendor/inner\n`);
});
