/** Other projects' test repositories: GANTRY_PEER_DUMPS names a folder of dumps, sub-folders included. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { importAll } from './testing/import-all.ts';
import { expectedHistory, filesOf, git, rawCommits, youngest } from './testing/oracle.ts';

const dumps = process.env.GANTRY_PEER_DUMPS;
const files =
  dumps === undefined
    ? []
    : readdirSync(dumps, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(svn|dump)$/.test(name))
        .map((name) => join(dumps, name));

/** What no Subversion loads: it speaks of revisions that are not in it. */
const MEANT_NOT_TO_LOAD = new Set(['svnrdump-partial_incremental.dump']);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-peers-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines have `svn:ignore` as such files, which other tests look into; the revisions themselves are compared with theirs. */
function withoutIgnored(files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...files].filter(([name]) => basename(name) !== '.gitignore'));
}

function load(dump: string): string | null {
  const repository = mkdtempSync(join(folder, 'svn-'));
  for (const options of [[], ['--bypass-prop-validation']]) {
    rmSync(repository, { recursive: true, force: true });
    execFileSync('svnadmin', ['create', repository]);
    try {
      execFileSync('svnadmin', ['load', '-q', ...options, repository], {
        input: readFileSync(dump),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      return repository;
    } catch {
      // Tried again without checks of properties, which older versions did not make.
    }
  }
  return null;
}

describe.skipIf(files.length === 0)('dumps of other projects', () => {
  it.each(files.map((file) => [basename(file), file]))('%s', { timeout: 300_000 }, async (_, file) => {
    const repository = load(file);
    if (MEANT_NOT_TO_LOAD.has(basename(file))) {
      expect(repository).toBeNull();
      return;
    }
    if (repository === null) throw new Error(`svnadmin does not load ${file}`);
    if (youngest(repository) === 0) {
      await expect(importAll(folder, repository)).rejects.toMatchObject({ key: 'source.empty' });
      return;
    }
    const { staging, mapped, context } = await importAll(folder, repository);
    const commits = rawCommits(staging);
    expect(commits).toHaveLength(youngest(repository));
    const expected = expectedHistory(repository);
    for (const [i, commit] of commits.entries()) expect(filesOf(staging, commit), `r${i + 1}`).toEqual(expected[i]);
    const last = expected.at(-1) ?? new Map<string, string>();
    const heads = readMapped(context.folder)?.heads ?? [];
    for (const { ref, folder: path } of heads) {
      const prefix = path === '' ? '' : `${path}/`;
      // A line has nothing of those that lie in it.
      const inner = heads.filter((other) => other.ref !== ref && other.folder.startsWith(prefix));
      const wanted = [...last]
        .filter(([name]) => name.startsWith(prefix) && !inner.some((other) => name.startsWith(`${other.folder}/`)))
        .map(([name, blob]) => [name.slice(prefix.length), blob] as const);
      const oid = mapped.refs.find(({ name }) => name === ref)?.oid ?? '';
      expect(withoutIgnored(filesOf(staging, oid)), ref).toEqual(withoutIgnored(new Map(wanted)));
      expect(git(staging, 'cat-file', '-e', `${oid}^{commit}`)).toBe('');
    }
  });
});
