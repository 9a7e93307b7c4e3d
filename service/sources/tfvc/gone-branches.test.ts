/** Branches whose folder goes while more happens to what lies in it, or whose name something else takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tfvcSource } from './index.ts';
import { filesOf, git, importAll, newContext } from './testing/import-all.ts';
import type { TfvcModel } from './testing/model.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { TfvcServer } from './testing/server.ts';
import { shop, TOP } from './testing/shop.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Imports, verifies and compares every changeset with the server. @returns names of refs, and the repository */
async function imported(model: TfvcModel) {
  const server = await TfvcServer.start(model);
  try {
    const context = newContext(folder, { project: 'Shop' });
    const { staging, mapped } = await importAll(server.url, context);
    const checks = await tfvcSource.verify(server.url, staging, mapped, context);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    const compared = await tfvcSource.compare?.(server.url, context);
    expect(compared).toMatchObject({ not_compared: { count: 0 }, differing: { count: 0 } });
    const refs = git(staging, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/deleted').trim().split('\n');
    return { refs, staging };
  } finally {
    await server.stop();
  }
}

test.each([
  ['another name', 'Rel'],
  ['a name of other case', 'DEV'],
])('a branch that gets %s while a file in it is deleted leaves no empty branch behind', async (_, name) => {
  const model = shop((work) => {
    // The row of the file comes before that of its folder.
    work.delete(`${TOP}/Dev/readme.txt`);
    work.rename(`${TOP}/Dev`, `${TOP}/${name}`);
  });
  const { refs, staging } = await imported(model);
  expect(refs).toEqual([`refs/heads/${name}`, 'refs/heads/main']);
  expect(git(staging, 'log', '--format=%s', name).trim().split('\n')).toEqual(['Changeset 4', 'Branch', 'Start']);
});

test('a branch whose file goes before it does is deleted, and not begun anew without anything in it', async () => {
  const { refs } = await imported(
    shop((work) => {
      work.delete(`${TOP}/Dev/readme.txt`);
      work.delete(`${TOP}/Dev`);
    }),
  );
  expect(refs).toEqual(['refs/deleted/heads/Dev@C4', 'refs/heads/main']);
});

test('a file that takes the name of a branch is outside of all branches, and is compared there', async () => {
  const model = shop(
    (work) => work.delete(`${TOP}/Dev`),
    (work) => work.add(`${TOP}/Dev`, 'a file\n'),
  );
  const { staging } = await imported(model);
  const outside = filesOf(staging, 'outside-branches');
  const expected = [...expectedFiles(model, 'Shop', 5)].filter(([path]) => path === 'Dev');
  expect(sorted(outside)).toEqual(expected);
});
