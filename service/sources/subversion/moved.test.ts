import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { failedChecks, importAll } from './testing/import-all.ts';
import { FORK, MOVED_HISTORIES, type MovedHistory, RENAMED_AROUND } from './testing/moved-histories.ts';
import { expectedHistory, filesOf, git, makeRepository } from './testing/oracle.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-moved-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function imported(history: MovedHistory, project = '') {
  const repository = makeRepository(folder, history.write);
  const result = await importAll(folder, project === '' ? repository : `file://${repository}/${project}`);
  expect(await failedChecks(result)).toEqual([]);
  const oid = (ref: string) => result.mapped.refs.find(({ name }) => name === ref)?.oid ?? `no ${ref}`;
  return { repository, ...result, oid };
}

describe.each([
  ...MOVED_HISTORIES.map((history) => ({ ...history, project: '' })),
  { ...FORK, project: 'two' },
  { ...RENAMED_AROUND, project: 'new' },
  { ...RENAMED_AROUND, project: 'new/p' },
])('$name ($project)', (history) => {
  it('keeps its past, and nothing is lost', async () => {
    const { repository, mapped, staging, oid, context } = await imported(history, history.project);
    expect(mapped.refs.map(({ name }) => name).sort()).toEqual(history.refs);
    expect(mapped.head).toBe('refs/heads/main');
    const log = git(staging, 'log', '--topo-order', '--format=%s', oid('refs/heads/main')).split('\n');
    expect(log).toEqual(history.main);
    expect(mapped.completeness).toMatchObject({ lost: 0 });
    const { content_revisions = 0, in_git = 0, excluded = 0 } = mapped.completeness ?? {};
    expect(in_git + excluded).toBe(content_revisions);
    // Each head holds what its folder holds, without what is a branch of its own.
    const last = expectedHistory(repository).at(-1) ?? new Map<string, string>();
    const heads = readMapped(context.folder)?.heads ?? [];
    for (const { ref, folder: path } of heads) {
      const inner = heads.filter((other) => other.ref !== ref && isIn(other.folder, path)).map((other) => other.folder);
      const wanted = [...last].flatMap(([file, blob]): [string, string][] =>
        isIn(file, path) && !inner.some((other) => isIn(file, other))
          ? [[path === '' ? file : file.slice(path.length + 1), blob]]
          : [],
      );
      expect(filesOf(staging, oid(ref)), ref).toEqual(new Map(wanted));
    }
  });
});

function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
