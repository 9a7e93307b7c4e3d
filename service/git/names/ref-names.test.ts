import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { legalRefName, RefNames } from './ref-names.ts';

let repository: string;
let commit: string;
function git(...args: string[]): string {
  return execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
}
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'gantry names '));
  git('init', '-q', '--bare', '.');
  const tree = git('hash-object', '-t', 'tree', '-w', '--stdin');
  commit = git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit-tree', '-m', 'one', tree);
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

test.each([
  'l'.repeat(500),
  `${'l'.repeat(229)}.lock`,
  `${'l'.repeat(225)}.lock${'l'.repeat(30)}`,
  `${'l'.repeat(229)}.${'l'.repeat(30)}`,
  'ä'.repeat(200),
  `${'日'.repeat(100)}/x/${'l'.repeat(300)}`,
])('git writes and reads a ref of a name too long for a file: %s', (name) => {
  const names = new RefNames();
  const legal = legalRefName(Buffer.from(name, 'utf8').toString('latin1'));
  const taken = [names.take(legal), names.take(`${legal}-0123456789ab`), names.take(legal)];
  expect(new Set(taken).size).toBe(3);
  for (const each of taken) {
    expect(each).not.toContain('\ufffd');
    git('update-ref', `refs/heads/${each}`, commit);
    expect(git('rev-parse', `refs/heads/${each}`)).toBe(commit);
  }
});

test('a branch HEAD gets a name under which a clone has it', () => {
  const name = legalRefName('HEAD');
  git('check-ref-format', '--branch', name);
  git('update-ref', 'refs/heads/main', commit);
  git('symbolic-ref', 'HEAD', 'refs/heads/main');
  git('update-ref', `refs/heads/${name}`, commit);
  const clone = join(repository, 'clone');
  git('clone', '-q', repository, clone);
  expect(git('-C', clone, 'for-each-ref', '--format=%(refname)', `refs/remotes/origin/${name}`)).not.toBe('');
  expect(git('-C', clone, 'for-each-ref', '--format=%(symref)', `refs/remotes/origin/${name}`)).toBe('');
  expect(legalRefName('team/HEAD')).toBe('team/HEAD');
});

test('parts that are put together are not too long either', () => {
  const names = new RefNames();
  names.take('a');
  expect(names.take(`a/${'l'.repeat(200)}/${'m'.repeat(200)}`).length).toBeLessThan(250);
});
