/** Repositories on this disk whose configuration, hooks and extensions name programs: nothing of them runs, nothing is written there. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import { HgWorkspace } from '../mercurial/testing/hg.ts';
import { folderState } from './testing/folder-state.ts';

let engine: TestEngine;
let sources: string;
/** Whatever runs makes a file here. */
let canaries: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry-hostile-folders-'));
  canaries = join(sources, 'canaries');
  mkdirSync(canaries);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

const touch = (name: string) => `touch '${join(canaries, name)}'`;

/** A program that leaves a canary and fails. */
function program(path: string, name: string): string {
  writeFileSync(path, `#!/bin/sh\n${touch(name)}\nexit 1\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Who does not take care runs what the source names. */
function expectTrap(act: () => unknown): void {
  try {
    act();
  } catch {
    // What was run fails.
  }
  expect(readdirSync(canaries)).not.toEqual([]);
  for (const name of readdirSync(canaries)) rmSync(join(canaries, name));
}

/** Looks at the source, surveys it, imports it and brings it up to date. */
async function goThrough(repo: string, vcs: string, url: string) {
  const detected = await engine.api('POST', '/import_detections', { vcs_url: url });
  expect(detected.body.status, JSON.stringify(detected.body)).toMatch(/found/);
  await engine.api('POST', '/import_surveys', { vcs_url: url, vcs });
  await engine.api('POST', '/orgs/acme/repos', { name: repo });
  expect((await engine.api('PUT', `/repos/acme/${repo}/import`, { vcs_url: url, vcs })).status).toBe(201);
  const imported = await engine.importIn(repo, ['complete', 'error']);
  if (imported.status === 'complete') {
    expect((await engine.api('POST', `/repos/acme/${repo}/import/updates`)).status).toBe(202);
    await engine.importIn(repo, ['complete', 'error']);
  }
  return imported;
}

/** Commit, tree and blob of a hostile working repository; its commit is signed by nobody. */
function makeHostileGit(name: string): string {
  const path = join(sources, name);
  mkdirSync(path);
  git(path, ['init', '-q', '--initial-branch=main']);
  const blob = (text: string) => git(path, ['hash-object', '-w', '--stdin'], { input: text });
  const modules = blob(`[submodule "x"]\n\tpath = x\n\turl = ext::sh -c ${touch('submodule').replaceAll(' ', '% ')}\n`);
  const lines = [
    `100644 blob ${blob('* filter=x diff=x merge=x\n')}\t.gitattributes`,
    `100644 blob ${modules}\t.gitmodules`,
    `100644 blob ${blob('text\n')}\tfile`,
    `160000 commit ${'1'.repeat(40)}\tx`,
  ];
  const tree = git(path, ['mktree'], { input: `${lines.join('\n')}\n` });
  const commit = git(path, ['hash-object', '-w', '-t', 'commit', '--stdin'], {
    input: `tree ${tree}\nauthor A <a@b> 1500000000 +0000\ncommitter A <a@b> 1500000000 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\nsigned\n`,
  });
  git(path, ['update-ref', 'refs/heads/main', commit]);
  const hooks = join(path, '.git/hooks');
  const names =
    'post-checkout pre-receive update post-receive post-update reference-transaction post-index-change pre-push fsmonitor-watchman pre-auto-gc post-rewrite proc-receive'.split(
      ' ',
    );
  for (const hook of names) program(join(hooks, hook), `hook-${hook}`);
  const evil = (what: string) => program(join(path, '.git', `evil-${what}`), `config-${what}`);
  writeFileSync(join(path, '.git/included'), `[core]\n\tfsmonitor = ${evil('included')}\n`);
  writeFileSync(
    join(path, '.git/config'),
    `[core]
	repositoryformatversion = 1
	bare = false
	fsmonitor = ${evil('fsmonitor')}
	sshCommand = ${evil('ssh')}
	hooksPath = ${hooks}
	pager = ${evil('pager')}
	editor = ${evil('editor')}
	askPass = ${evil('askpass')}
	gitProxy = ${evil('proxy')}
	alternateRefsCommand = ${evil('alternates')}
[include]
	path = included
[uploadpack]
	packObjectsHook = ${evil('pack-objects')}
	allowFilter = true
[alias]
	log = !${evil('alias-log')}
	upload-pack = !${evil('alias-upload-pack')}
	ls-remote = !${evil('alias-ls-remote')}
[gpg]
	program = ${evil('gpg')}
[log]
	showSignature = true
[diff]
	external = ${evil('diff')}
[diff "x"]
	textconv = ${evil('textconv')}
[filter "x"]
	clean = ${evil('clean')}
	smudge = ${evil('smudge')}
	process = ${evil('process')}
[credential]
	helper = !${evil('credential')}
[pager]
	log = ${evil('pager-log')}
[protocol]
	allow = always
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	url = ext::${evil('remote')}
	uploadpack = ${evil('remote-upload-pack')}
[url "ext::${evil('instead')} "]
	insteadOf = ${path}
`,
  );
  return path;
}

test('Git: configuration, hooks, filters, aliases, signatures and submodules', async () => {
  const path = makeHostileGit('git');
  expectTrap(() => git(path, ['log'], { env: { GIT_ALLOW_PROTOCOL: 'file' } }));
  expectTrap(() => git(path, ['status'], { env: { GIT_ALLOW_PROTOCOL: 'file' } }));
  const before = folderState(sources);
  expect(await goThrough('git', 'git', path)).toMatchObject({ status: 'complete' });
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources)).toEqual(before);
});

test('Git: what a partial clone lacks is not fetched with the program that it names', async () => {
  const path = makeHostileGit('partial');
  const oid = git(path, ['rev-parse', 'main:file'], { env: { GIT_NO_LAZY_FETCH: '1' } });
  rmSync(join(path, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  expectTrap(() => git(path, ['cat-file', '-p', oid]));
  const before = folderState(sources);
  const imported = await goThrough('partial', 'git', path);
  expect(imported.status).toBe('error');
  expect(imported.message).toMatch(/^[A-Z].*\.$/);
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources)).toEqual(before);
});

test.each([
  [
    'each of them',
    (from: string, to: string) => {
      mkdirSync(to);
      for (const name of readdirSync(from)) symlinkSync(join(from, name), join(to, name));
    },
  ],
  // As git's contrib/workdir/git-new-workdir makes it.
  ['their folder', (from: string, to: string) => symlinkSync(from, to)],
])('Git: objects borrowed through a symbolic link are not read, and which that is is said (%s)', async (what, link) => {
  const name = `linked-${what.slice(0, 4)}`;
  const secret = makeGitSource(sources, `secret of ${name}`, historyStream(2));
  const path = join(sources, name);
  mkdirSync(path);
  git(path, ['init', '-q', '--bare', '--initial-branch=main']);
  rmSync(join(path, 'objects'), { recursive: true });
  link(join(secret, 'objects'), join(path, 'objects'));
  writeFileSync(join(path, 'refs/heads/main'), `${git(secret, ['rev-parse', 'main'])}\n`);
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs_url: path, vcs: 'git' });
  const imported = await engine.importIn(name, ['complete', 'error']);
  expect(imported).toMatchObject({ status: 'error', failure: 'git.objects_linked' });
  expect(imported.message).toMatch(/\([^)]*\bobjects(\/\w+)?\)/);
});

test('Mercurial: hgrc, hooks, extensions and aliases', async () => {
  const hg = new HgWorkspace(join(sources, 'hg'));
  hg.write('a', '1');
  hg.commit('one');
  const python = join(sources, 'evil.py');
  writeFileSync(python, `open(${JSON.stringify(join(canaries, 'extension'))}, 'w').close()\n`);
  const hooks = ['pre-log', 'pre-bundle', 'pre-serve', 'pre-identify', 'outgoing', 'preoutgoing', 'post-archive'];
  const aliases = ['log', 'bundle', 'serve', 'identify', 'heads', 'branches', 'tags', 'archive', 'manifest'];
  const settings = `[extensions]\nevil = ${python}\n[hooks]\n${hooks.map((name) => `${name} = ${touch(`hook-${name}`)}\n`).join('')}[alias]\n${aliases.map((name) => `${name} = !${touch(`alias-${name}`)}\n`).join('')}[ui]\nssh = ${touch('ssh')}\neditor = ${touch('editor')}\n[pager]\npager = ${touch('pager')}\n`;
  for (const name of ['hgrc', 'hgrc-not-shared']) writeFileSync(join(hg.path, '.hg', name), settings);
  expectTrap(() => hg.hg('log'));
  // hg keeps what it counted in the repository's own cache.
  const caches = ['hg/.hg/cache'];
  const before = folderState(sources, caches);
  expect(await goThrough('hg', 'mercurial', hg.path)).toMatchObject({ status: 'complete' });
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources, caches)).toEqual(before);
});

test('Subversion: hooks and the server’s configuration', async () => {
  const path = makeSvnSource(sources, 'svn', projectHistory('', 3));
  for (const name of readdirSync(join(path, 'hooks'))) {
    if (name.endsWith('.tmpl')) program(join(path, 'hooks', name.slice(0, -5)), `svn-${name}`);
  }
  writeFileSync(join(path, 'conf/svnserve.conf'), '[general]\nhooks-env = hooks-env\n');
  const before = folderState(sources);
  expect(await goThrough('svn', 'subversion', path)).toMatchObject({ status: 'complete' });
  expect(readdirSync(canaries)).toEqual([]);
  expect(folderState(sources)).toEqual(before);
  expect(existsSync(join(path, 'hooks/start-commit'))).toBe(true);
});
