/**
 * What newer versions of Git do by default, as far as an older one can be told to: each default stands before what Gantry says, so
 * that what Gantry says counts. (The whole engine was run with Git 2.47, Mercurial 7.0 and Subversion 1.14.5: `docs/platforms.md`.)
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

/** `pack.writeReverseIndex` since 2.41; main, SHA-256 and reftables from 3.0 on (Documentation/BreakingChanges). */
const DEFAULTS = ['-c', 'pack.writeReverseIndex=true', '-c', 'init.defaultBranch=main'];
const VARIABLES = ['GIT_DEFAULT_HASH=sha256', 'GIT_DEFAULT_REF_FORMAT=reftable'].map((text) => {
  const [name = '', value = ''] = text.split('=');
  return `export ${name}="\${${name}:-${value}}"\n`;
});

const before = process.env.PATH ?? '';
let folder: string;
let engine: TestEngine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry newer git '));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${VARIABLES.join('')}exec ${real} ${DEFAULTS.join(' ')} "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  process.env.PATH = [bin, before].join(delimiter);
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  process.env.PATH = before;
  rmSync(folder, { recursive: true, force: true });
});

test('what newer Gits would do is done here: their defaults reach what Gantry does not settle', () => {
  const made = join(folder, 'made.git');
  execFileSync('git', ['init', '-q', '--bare', made]);
  expect(git(made, ['rev-parse', '--show-object-format'], { env: { PATH: before } })).toBe('sha256');
  const pack = join(folder, 'x.pack');
  const source = makeGitSource(folder, 'packed.git', historyStream(3));
  git(source, ['repack', '-a', '-d', '-q'], { env: { PATH: before } });
  const [name = ''] = readdirSync(join(source, 'objects/pack')).filter((file) => file.endsWith('.pack'));
  execFileSync('cp', [join(source, 'objects/pack', name), pack]);
  expect(() => execFileSync('git', ['index-pack', '-o', join(folder, 'x.idx.new'), pack], { stdio: 'pipe' })).toThrow(
    /does not end with '\.idx'/,
  );
});

const SOURCES: Record<string, () => string> = {
  subversion: () => `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 3)))}`,
  git: () => makeGitSource(folder, 'source.git', historyStream(120)),
  // By git's own transport.
  'git, borrowing': () => {
    const path = join(folder, 'borrowing.git');
    git(folder, ['clone', '-q', '--mirror', '--shared', makeGitSource(folder, 'lender.git', historyStream(120)), path]);
    return path;
  },
};

for (const [kind, source] of Object.entries(SOURCES)) {
  test(`${kind}: everything arrives, and is exported`, async () => {
    const name = kind.replaceAll(/\W+/g, '-');
    expect((await engine.api('POST', '/orgs/acme/repos', { name })).status).toBe(201);
    const vcs_url = source();
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: kind.split(',')[0], vcs_url });
    expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
    const path = join(engine.folder, 'repositories/acme', `${name}.git`);
    expect((await engine.api('GET', `/repos/acme/${name}/import/report`)).body).toMatchObject({ verified: true });
    if (kind !== 'subversion') expect(refsOf(path)).toBe(refsOf(vcs_url));
    expect(refsOf(path)).toContain('refs/heads/main ');
    git(path, ['fsck', '--full', '--strict']);
    expect(existsSync(join(path, 'reftable'))).toBe(false);
    const migration = (await engine.api('POST', '/orgs/acme/migrations', { repositories: [name] })).body;
    const state = await engine.until(async () => {
      const { body } = await engine.api('GET', `/orgs/acme/migrations/${migration.id}`);
      return ['exported', 'failed'].includes(body.state) ? (body.state as string) : undefined;
    });
    expect(state).toBe('exported');
  });
}
