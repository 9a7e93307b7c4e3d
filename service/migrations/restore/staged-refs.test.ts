import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { git } from '../../testing/git-sources.ts';
import { StagedRefs } from './staged-refs.ts';

let folder: string;
let one: string;
let two: string;
let tag: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry refs '));
  git(folder, ['init', '--quiet', '--bare', '--template=', '--initial-branch=main']);
  const commit = (text: string, ...parents: string[]) =>
    git(folder, ['commit-tree', ...parents.flatMap((parent) => ['-p', parent]), '-m', text, tree], { env: PERSON });
  const tree = git(folder, ['mktree'], { input: '' });
  one = commit('one');
  two = commit('two', one);
  git(folder, ['tag', '-a', '-m', 'v1', 'v1', one], { env: PERSON });
  tag = git(folder, ['rev-parse', 'refs/tags/v1']);
  git(folder, ['pack-refs', '--all']);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PERSON = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};
const packed = (...lines: string[]) => writeFileSync(join(folder, 'packed-refs'), `${lines.join('\n')}\n`);
const ORDERED = '# pack-refs with: peeled fully-peeled sorted ';

/** Writes the refs, and asks git for each by its name. */
function finished(change: (refs: StagedRefs) => void = () => undefined): Record<string, string> {
  const refs = new StagedRefs(folder);
  change(refs);
  refs.finish('acme/widgets');
  const names = git(folder, ['for-each-ref', '--format=%(refname)']).split('\n');
  return Object.fromEntries(names.map((name) => [name, git(folder, ['rev-parse', '--verify', name])]));
}

test('a list that says to be in order, and is not: each ref is found by its name', () => {
  packed(ORDERED, `${two} refs/heads/topic`, `${tag} refs/tags/v1`, `${one} refs/heads/main`, `${two} refs/heads/zz`);
  expect(finished()).toEqual({
    'refs/heads/main': one,
    'refs/heads/topic': two,
    'refs/heads/zz': two,
    'refs/tags/v1': tag,
  });
});

test('what tags lead to is read from the tags: clients ask for what is there', () => {
  packed(ORDERED, `${two} refs/heads/main`, `${tag} refs/tags/v1`, `^${'1'.repeat(40)}`);
  finished();
  expect(git(folder, ['ls-remote', folder, 'refs/tags/*'])).toContain(`${one}\trefs/tags/v1^{}`);
  // Of the wrong one it would say that the remote lacks it.
  git(folder, ['clone', '--quiet', '--bare', `file://${folder}`, join(folder, 'clone')]);
});

test('files of their own count for more than packed refs, and keep names apart that differ in case', () => {
  packed(`${one} refs/heads/main`, `${one} refs/heads/grün`);
  const refs = finished((staged) => {
    staged.add('refs/heads/main', two);
    staged.add('refs/heads/Main', one);
    staged.add('refs/heads/grün', two);
  });
  expect(refs).toEqual({ 'refs/heads/Main': one, 'refs/heads/grün': two, 'refs/heads/main': two });
});

test('names that no ref can have, or that cannot be there at once, are refused', () => {
  const refused = (...lines: string[]) => {
    packed(`${one} refs/heads/main`, ...lines);
    return () => finished((refs) => refs.addSymbolic('refs/remotes/origin/HEAD', 'refs/heads/main'));
  };
  for (const name of [
    'HEAD',
    'config',
    'objects/x',
    'refs/heads/a..b',
    'refs/heads/x.lock',
    'refs/heads/../../../x',
    'refs/heads/main',
    'refs/heads/main/x',
    'refs/remotes/origin/HEAD/x',
  ]) {
    expect(refused(`${one} ${name}`), name).toThrow(/restore\.ref_not_restored|is no ref/);
  }
});

test('symbolic refs stay that lead to a ref in the end; such as lead to none, or in a circle, are gone', () => {
  packed(ORDERED, `${one} refs/heads/main`);
  const symbolic = {
    a: 'heads/main',
    b: 'x/a',
    gone: 'heads/gone',
    further: 'x/gone',
    round: 'x/circle',
    circle: 'x/round',
  };
  const found = finished((refs) => {
    for (const [name, target] of Object.entries(symbolic)) {
      git(folder, ['symbolic-ref', `refs/x/${name}`, `refs/${target}`]);
      refs.addSymbolic(`refs/x/${name}`, `refs/${target}`);
    }
  });
  expect(found).toEqual({ 'refs/heads/main': one, 'refs/x/a': one, 'refs/x/b': one });
  expect(readdirSync(join(folder, 'refs/x')).sort()).toEqual(['a', 'b']);
});

test('symbolic refs that lead on more often than git follows are gone, however many there are', () => {
  packed(ORDERED, `${one} refs/heads/main`);
  const found = finished((refs) => {
    for (let n = 0; n < 9; n++) {
      const [name, target] = [`refs/x/${n}`, n === 0 ? 'refs/heads/main' : `refs/x/${n - 1}`];
      git(folder, ['symbolic-ref', name, target]);
      refs.addSymbolic(name, target);
    }
  });
  expect(Object.keys(found)).toEqual(['refs/heads/main', 'refs/x/0', 'refs/x/1', 'refs/x/2', 'refs/x/3']);
  expect(readdirSync(join(folder, 'refs/x')).sort()).toEqual(['0', '1', '2', '3']);
  git(folder, ['fsck', '--full']);
});

test('what is no list of refs is left to git, which says so', () => {
  for (const content of ['nonsense\n', `${one} refs/heads/mai`]) {
    writeFileSync(join(folder, 'packed-refs'), content);
    new StagedRefs(folder).finish('acme/widgets');
    expect(readFileSync(join(folder, 'packed-refs'), 'utf8')).toBe(content);
  }
});
