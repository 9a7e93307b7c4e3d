/** Many ids of the source and their commits, against what a table says. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';
import { CommitParents } from '../rewritten/commit-parents.ts';
import { KnownIds } from './known-ids.ts';

const COMMITS = 5000;
let folder: string;
let commits: CommitParents;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry ids '));
  execFileSync('git', ['init', '-q', '--bare', folder]);
  const stream = Array.from(
    { length: COMMITS },
    (_, n) => `commit refs/heads/main\ncommitter A <a@x> ${1_000_000_000 + n} +0000\ndata 0\n`,
  );
  execFileSync('git', ['--git-dir', folder, 'fast-import', '--quiet'], { input: stream.join('') });
  const tip = execFileSync('git', ['--git-dir', folder, 'rev-parse', 'main']).toString().trim();
  commits = await CommitParents.read(folder, [tip], new AbortController().signal, 'date');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sourceId = (n: number) => createHash('sha1').update(`source ${n}`).digest('hex');
const row = (revision: string, commit: string): RevisionRow => ({
  ...{ revision, commit },
  path: '',
  author: '',
  date: '',
});
const named = (kind: 'id' | 'number', value: string) => ({ kind, value, isNamed: true, start: 0, end: 0 });

it('each id and number of thousands is its commit, their beginnings too', async () => {
  expect(commits.count).toBe(COMMITS);
  const rows = Array.from({ length: COMMITS }, (_, n) => row(`${n}:${sourceId(n)}`, commits.hex(n)));
  const ids = await KnownIds.read(rows.toReversed(), commits);
  const sorted = rows.map((_, n) => sourceId(n)).sort();
  for (const [n] of rows.entries()) {
    expect(ids.orderOf(n)).toBe(n);
    expect(ids.resolve(named('id', sourceId(n)))).toEqual({ commit: n });
    const short = sourceId(n).slice(0, 4);
    const isOne = sorted.filter((id) => id.startsWith(short)).length === 1;
    expect(ids.resolve(named('id', short))).toEqual(isOne ? { commit: n } : 'ambiguous');
  }
  expect(ids.resolve(named('id', 'f'.repeat(40)))).toBe('unknown');

  const numbers = await KnownIds.read(
    [...rows.map((_, n) => row(`r${n + 1}`, commits.hex(n))), row('r7', commits.hex(0)), row('r9', 'f'.repeat(40))],
    commits,
  );
  expect(numbers.resolve(named('number', '4711'))).toEqual({ commit: 4710 });
  expect(numbers.resolve(named('number', '7'))).toBe('ambiguous');
  expect(numbers.resolve(named('number', '9'))).toEqual({ commit: 8 });
  expect([numbers.resolve(named('number', '04711')), numbers.resolve(named('number', '5001'))]).toEqual([
    'unknown',
    'unknown',
  ]);
});
