/** Changesets in which much happens at once, as people make them: renames, swaps, deletions and other case together. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { tfvcSource } from './index.ts';
import { filesOf, git, importAll, newContext } from './testing/import-all.ts';
import type { Style } from './testing/json.ts';
import { TfvcModel } from './testing/model.ts';
import type { ModelChange } from './testing/model-shapes.ts';
import { expectedFiles, sorted } from './testing/oracle.ts';
import { TfvcServer } from './testing/server.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOP = '$/Shop';
const STYLES: Partial<Style>[] = [{}, { listsChildren: false, listsRenameSources: false }];

function shop(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({ comment: 'Start' }, (work) => {
    work.add(`${TOP}/Main/readme.txt`, 'one\n');
    work.add(`${TOP}/Main/src/Program.cs`, 'class A {}\n');
    work.add(`${TOP}/Main/src/deep/x`, 'x\n');
  });
  model.checkIn({ comment: 'Branch' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  return model;
}

async function imported(model: TfvcModel, style: Partial<Style> = {}) {
  const server = await TfvcServer.start(model, { style });
  try {
    const context = newContext(folder, { project: 'Shop' });
    const result = await importAll(server.url, context);
    const raw = git(result.staging, 'rev-list', '--reverse', 'refs/gantry/revisions').trim().split('\n');
    for (const [index, commit] of raw.entries())
      expect([index + 1, sorted(filesOf(result.staging, commit))]).toEqual([
        index + 1,
        sorted(expectedFiles(model, 'Shop', model.historyOf(TOP)[index]?.id ?? 0)),
      ]);
    const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    return result;
  } finally {
    await server.stop();
  }
}

const subjects = (staging: string, ref: string) => git(staging, 'log', '--format=%s', ref).trim().split('\n');
const refsOf = (staging: string) =>
  git(staging, 'for-each-ref', '--format=%(refname)', 'refs/heads', 'refs/deleted').trim().split('\n');

test.each(STYLES)('renames of folders with edits inside, chains and swaps in one changeset %#', async (style) => {
  const model = shop();
  model.checkIn({ comment: 'Rename and edit' }, (work) => {
    work.rename(`${TOP}/Main/src`, `${TOP}/Main/lib`);
    work.edit(`${TOP}/Main/lib/Program.cs`, 'class B {}\n');
    work.delete(`${TOP}/Main/lib/deep/x`);
    work.add(`${TOP}/Main/src/new`, 'new\n');
  });
  model.checkIn({ comment: 'Swap' }, (work) => {
    work.rename(`${TOP}/Main/lib`, `${TOP}/Main/tmp`);
    work.rename(`${TOP}/Main/src`, `${TOP}/Main/lib`);
    work.rename(`${TOP}/Main/tmp`, `${TOP}/Main/src`);
    work.changes.splice(0, work.changes.length, ...work.changes.filter(({ path }) => !path.includes('tmp')));
    work.record({ path: `${TOP}/Main/src`, kinds: ['rename'], isFolder: true, source: `${TOP}/Main/lib` });
    work.record({ path: `${TOP}/Main/lib`, kinds: ['rename'], isFolder: true, source: `${TOP}/Main/src` });
  });
  await imported(model, style);
});

test.each(STYLES)('a file in place of a folder and the reverse, deleted and added again %#', async (style) => {
  const model = shop();
  model.checkIn({ comment: 'File for folder' }, (work) => {
    work.delete(`${TOP}/Main/src`);
    work.add(`${TOP}/Main/src`, 'a file\n');
  });
  model.checkIn({ comment: 'Folder for file' }, (work) => {
    work.delete(`${TOP}/Main/src`);
    work.add(`${TOP}/Main/src/again`, 'a file\n');
  });
  model.checkIn({ comment: 'Again' }, (work) => {
    work.delete(`${TOP}/Main/src`);
    work.add(`${TOP}/Main/src/other`, 'a file\n');
  });
  model.checkIn({ comment: 'Undelete' }, (work) => {
    work.delete(`${TOP}/Main/readme.txt`);
  });
  model.checkIn({ comment: 'Undelete with edit' }, (work) => {
    work.undelete(`${TOP}/Main/readme.txt`);
    work.edit(`${TOP}/Main/readme.txt`, 'edited\n');
    const two = work.changes.splice(-2);
    work.record({ ...(two[0] as (typeof two)[0]), kinds: ['edit', 'undelete'] });
  });
  const { staging } = await imported(model, style);
  expect(subjects(staging, 'main')[0]).toBe('Undelete with edit');
});

test.each(STYLES)('a branch folder that is renamed in case only stays one branch %#', async (style) => {
  const model = shop();
  model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Case' }, (work) => work.rename(`${TOP}/Dev`, `${TOP}/DEV`));
  model.checkIn({ comment: 'Case main' }, (work) => work.rename(`${TOP}/Main`, `${TOP}/MAIN`));
  model.checkIn({ comment: 'Case of a file' }, (work) =>
    work.rename(`${TOP}/MAIN/readme.txt`, `${TOP}/MAIN/README.txt`),
  );
  model.labelFolder('before', `${TOP}/Dev`, 4);
  const { staging } = await imported(model, style);
  expect(git(staging, 'log', '-1', '--format=%s', 'before').trim()).toBe('Dev work');
  expect(refsOf(staging)).toEqual(['refs/heads/DEV', 'refs/heads/main']);
  expect(subjects(staging, 'DEV')).toEqual(['Case', 'Dev work', 'Branch', 'Start']);
  expect(subjects(staging, 'main')).toEqual(['Case of a file', 'Case main', 'Start']);
});

test.each(STYLES)(
  'a folder above branches that is renamed in case only, and merges before and after %#',
  async (style) => {
    const model = shop();
    model.checkIn({ comment: 'Release' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Releases/1.0`));
    model.checkIn({ comment: 'Notes' }, (work) => work.add(`${TOP}/Releases/notes.txt`, 'notes\n'));
    const fix = model.checkIn({ comment: 'Fix' }, (work) => work.edit(`${TOP}/Releases/1.0/readme.txt`, 'fixed\n'));
    model.checkIn({ comment: 'Case' }, (work) => work.rename(`${TOP}/Releases`, `${TOP}/RELEASES`));
    model.checkIn({ comment: 'Merge' }, (work) => {
      work.merge(`${TOP}/Releases/1.0`, `${TOP}/Main`, fix, fix);
    });
    model.checkIn({ comment: 'More' }, (work) => work.edit(`${TOP}/RELEASES/1.0/src/Program.cs`, 'class C {}\n'));
    const { staging } = await imported(model, style);
    expect(refsOf(staging)).toEqual([
      'refs/heads/1.0',
      'refs/heads/Dev',
      'refs/heads/main',
      'refs/heads/outside-branches',
    ]);
    expect(subjects(staging, '1.0')).toEqual(['More', 'Case', 'Fix', 'Release', 'Start']);
    expect(subjects(staging, 'outside-branches')).toEqual(['Case', 'Notes']);
    expect(git(staging, 'log', '-1', '--format=%P', 'main').trim().split(' ')).toHaveLength(2);
  },
);

test('a merge of what a branch did before it was renamed', async () => {
  const model = shop();
  const edit = model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Rename' }, (work) => work.rename(`${TOP}/Dev`, `${TOP}/Rel`));
  model.checkIn({ comment: 'Merge' }, (work) => {
    work.edit(`${TOP}/Main/readme.txt`, 'two\n');
    const [change] = work.changes.splice(0);
    const mergeSources = [{ serverItem: `${TOP}/Rel/readme.txt`, versionFrom: edit, versionTo: edit, isRename: false }];
    if (change) work.record({ ...change, kinds: ['merge', 'edit'], mergeSources });
  });
  const { staging } = await imported(model);
  expect(git(staging, 'log', '-1', '--format=%P', 'main').trim().split(' ')).toHaveLength(2);
});

test.each(STYLES)('a folder that is undeleted under another name since its own is taken again %#', async (style) => {
  const model = shop();
  model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Delete' }, (work) => work.delete(`${TOP}/Dev`));
  model.checkIn({ comment: 'Anew' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/Dev`));
  model.checkIn({ comment: 'Undelete' }, (work) => {
    for (const item of model.below(`${TOP}/Dev`, 4)) {
      const path = item.path.replace('/Dev', '/Old');
      work.tree.set(path.toLowerCase(), { ...item, path, version: 7 });
      work.record({
        ...{ path, kinds: ['rename', 'undelete'], isFolder: item.content === null, source: item.path },
        ...(path === `${TOP}/Old` ? {} : { implied: true as const }),
      });
    }
    model.branches.push({ path: `${TOP}/Old`, parent: `${TOP}/Main`, created: '2014-03-19T17:00:00Z', deleted: false });
  });
  const { staging } = await imported(model, style);
  expect(refsOf(staging)).toEqual(['refs/heads/Dev', 'refs/heads/Old', 'refs/heads/main']);
  expect(subjects(staging, 'Dev')).toEqual(['Anew', 'Start']);
  expect(subjects(staging, 'Old')).toEqual(['Undelete', 'Dev work', 'Branch', 'Start']);
});

test('branches swap their names', async () => {
  const model = shop();
  model.checkIn({ comment: 'Dev work' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Swap' }, (work) => {
    work.rename(`${TOP}/Dev`, `${TOP}/tmp`);
    work.rename(`${TOP}/Main`, `${TOP}/Dev`);
    work.rename(`${TOP}/tmp`, `${TOP}/Main`);
    work.changes.splice(0);
    work.record({ path: `${TOP}/Dev`, kinds: ['rename'], isFolder: true, source: `${TOP}/Main` });
    work.record({ path: `${TOP}/Main`, kinds: ['rename'], isFolder: true, source: `${TOP}/Dev` });
  });
  const { staging } = await imported(model);
  // Main, which has no parent, is now called Dev.
  expect(subjects(staging, 'main')).toEqual(['Swap', 'Start']);
  const [other = ''] = refsOf(staging).filter((ref) => ref !== 'refs/heads/main');
  expect(subjects(staging, other)).toEqual(['Swap', 'Dev work', 'Branch', 'Start']);
});

test('a merge without a deletion that the other branch made is not whole', async () => {
  const model = shop();
  model.checkIn({ comment: 'Delete' }, (work) => work.delete(`${TOP}/Dev/src/Program.cs`));
  const edit = model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Merge' }, (work) => work.merge(`${TOP}/Dev`, `${TOP}/Main`, edit, edit));
  const { staging } = await imported(model);
  expect(git(staging, 'log', '-1', '--format=%P', 'main').trim().split(' ')).toHaveLength(1);
});

test('a merge with a rename', async () => {
  for (const style of STYLES) {
    const model = shop();
    model.checkIn({ comment: 'Rename' }, (work) => work.rename(`${TOP}/Main/readme.txt`, `${TOP}/Main/README.md`));
    model.checkIn({ comment: 'Merge' }, (work) => {
      work.rename(`${TOP}/Dev/readme.txt`, `${TOP}/Dev/README.md`);
      const last = work.changes.pop();
      work.record({
        ...(last as NonNullable<typeof last>),
        kinds: ['rename', 'merge'],
        mergeSources: [{ serverItem: `${TOP}/Main/README.md`, versionFrom: 4, versionTo: 4, isRename: false }],
      });
    });
    const { staging } = await imported(model, style);
    expect(git(staging, 'log', '-1', '--format=%P', 'Dev').trim().split(' ')).toHaveLength(2);
  }
});

/** A branch `Dev` that edits what `Main` renames and edits, and takes both over. */
function renamedAndMerged(rows: (model: TfvcModel) => void): TfvcModel {
  const model = shop();
  model.checkIn({ comment: 'Own' }, (work) => {
    work.edit(`${TOP}/Dev/readme.txt`, 'own\n');
    work.edit(`${TOP}/Dev/src/Program.cs`, 'class Own {}\n');
  });
  model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'edited\n'));
  model.checkIn({ comment: 'Rename' }, (work) => {
    work.rename(`${TOP}/Main/readme.txt`, `${TOP}/Main/README.md`);
    work.rename(`${TOP}/Main/src`, `${TOP}/Main/lib`);
  });
  rows(model);
  return model;
}

const parentsOf = (staging: string, ref: string) =>
  git(staging, 'log', '-1', '--format=%P', ref).trim().split(' ').length;

test('a merge that takes over renames beside edits of the target is whole, however the server writes it', async () => {
  const ranges = (from: number) => [
    { serverItem: `${TOP}/Dev/readme.txt`, versionFrom: 1, versionTo: 6, isRename: true },
    { serverItem: `${TOP}/Main/README.md`, versionFrom: from, versionTo: 6, isRename: false },
  ];
  for (const mergeSources of [ranges(5), ranges(5).toReversed(), ranges(5).slice(1)]) {
    for (const withFolder of [true, false]) {
      const model = renamedAndMerged((shopped) =>
        shopped.checkIn({ comment: 'Merge' }, (work) => {
          work.rename(`${TOP}/Dev/readme.txt`, `${TOP}/Dev/README.md`, 'own and edited\n');
          const file = work.changes.pop() as ModelChange;
          work.record({ ...file, kinds: ['edit', 'rename', 'merge'], mergeSources });
          work.rename(`${TOP}/Dev/src`, `${TOP}/Dev/lib`);
          const at = work.changes.findIndex(({ path }) => path === `${TOP}/Dev/lib`);
          const folderRow = work.changes[at] as ModelChange;
          const source = { serverItem: `${TOP}/Main/lib`, versionFrom: 6, versionTo: 6, isRename: false };
          if (withFolder)
            work.changes[at] = {
              ...folderRow,
              kinds: ['rename', 'merge'],
              mergeSources: [...(folderRow.mergeSources ?? []), source],
            };
        }),
      );
      const { staging, findings } = await imported(model);
      expect(findings.map(({ kind }) => kind)).not.toContain('partial_merge');
      expect(parentsOf(staging, 'Dev')).toBe(2);
    }
  }
});

test('a merge of a rename without the edit before it is not whole, and the report names what was picked', async () => {
  const model = renamedAndMerged((shopped) =>
    shopped.checkIn({ comment: 'Picked' }, (work) => {
      work.rename(`${TOP}/Dev/readme.txt`, `${TOP}/Dev/README.md`);
      const file = work.changes.pop() as ModelChange;
      const mergeSources = [{ serverItem: `${TOP}/Main/README.md`, versionFrom: 6, versionTo: 6, isRename: false }];
      work.record({ ...file, kinds: ['rename', 'merge'], mergeSources });
    }),
  );
  const { staging, findings } = await imported(model);
  expect(parentsOf(staging, 'Dev')).toBe(1);
  expect(findings.find(({ kind }) => kind === 'partial_merge')?.examples).toEqual(['C7 from /Main to /Dev: C6']);
});

test('a rename that a server tells without merge sources is still a merge', async () => {
  const model = shop();
  model.checkIn({ comment: 'Rename' }, (work) => work.rename(`${TOP}/Main/readme.txt`, `${TOP}/Main/README.md`));
  model.checkIn({ comment: 'Merge' }, (work) => {
    work.rename(`${TOP}/Dev/readme.txt`, `${TOP}/Dev/README.md`);
    const file = work.changes.pop() as ModelChange;
    const mergeSources = [{ serverItem: `${TOP}/Dev/readme.txt`, versionFrom: 1, versionTo: 4, isRename: true }];
    work.record({ ...file, kinds: ['rename', 'merge'], source: `${TOP}/Main/README.md`, mergeSources });
  });
  const { staging } = await imported(model);
  expect(parentsOf(staging, 'Dev')).toBe(2);
});

test('labels with spaces are told without a warning, those that collide with one', async () => {
  const model = shop();
  model.labelFolder('build 1', `${TOP}/Main`, 2);
  const { findings } = await imported(model);
  expect(findings.filter(({ severity }) => severity === 'warning')).toEqual([]);
  expect(findings.find(({ kind }) => kind === 'label_spaces')?.examples.map(inEnglish)).toEqual([
    'the label build 1 is build-1',
  ]);
  model.labelFolder('build-1', `${TOP}/Main`, 2);
  const two = await imported(model);
  expect(two.findings.filter(({ severity }) => severity === 'warning').map(({ kind }) => kind)).toEqual([
    'ref_renamed',
  ]);
});

test('a merge that was discarded is a merge that changes nothing, and what comes behind it is whole', async () => {
  const model = shop();
  const edit = model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Discard' }, (work) => {
    const mergeSources = [
      { serverItem: `${TOP}/Main/readme.txt`, versionFrom: edit, versionTo: edit, isRename: false },
    ];
    work.record({ path: `${TOP}/Dev/readme.txt`, kinds: ['merge'], isFolder: false, mergeSources });
  });
  const more = model.checkIn({ comment: 'More' }, (work) => work.add(`${TOP}/Main/new.txt`, 'new\n'));
  model.checkIn({ comment: 'Merge' }, (work) => work.merge(`${TOP}/Main`, `${TOP}/Dev`, more, more));
  const { staging, findings } = await imported(model);
  expect(subjects(staging, 'Dev')).toEqual(['Merge', 'More', 'Discard', 'Edit', 'Branch', 'Start']);
  expect(
    git(staging, 'log', '--first-parent', '--format=%s %p', 'Dev')
      .split('\n')
      .map((line) => line.split(' ').length),
  ).toEqual([3, 3, 2, 2, 1]);
  expect(git(staging, 'show', 'Dev:readme.txt')).toBe('one\n');
  expect(findings.map(({ kind }) => kind)).not.toContain('partial_merge');
});

test('a merge whose paths the server writes in other case', async () => {
  const model = shop();
  const edit = model.checkIn({ comment: 'Edit' }, (work) => work.edit(`${TOP}/Dev/readme.txt`, 'two\n'));
  model.checkIn({ comment: 'Merge' }, (work) => {
    work.merge(`${TOP}/Dev`, `${TOP}/Main`, edit, edit);
    const [change] = work.changes.splice(0);
    if (change === undefined) throw new Error('nothing was merged');
    const mergeSources =
      change.mergeSources?.map((mergeSource) => ({ ...mergeSource, serverItem: `${TOP}/DEV/ReadMe.txt` })) ?? [];
    work.record({ ...change, path: `${TOP}/MAIN/readme.txt`, mergeSources });
  });
  const { staging } = await imported(model);
  expect(git(staging, 'log', '-1', '--format=%P', 'main').trim().split(' ')).toHaveLength(2);
});

test('branches of the same name in two folders, in another alphabet', async () => {
  const model = shop();
  model.checkIn({ comment: 'A' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/A/Größe`));
  model.checkIn({ comment: 'B' }, (work) => work.branch(`${TOP}/Main`, `${TOP}/B/Größe`));
  const { staging } = await imported(model);
  expect(refsOf(staging)).toEqual(['refs/heads/A/Größe', 'refs/heads/B/Größe', 'refs/heads/Dev', 'refs/heads/main']);
});

test('an undeleted file inside a folder that was deleted, and a rename out of the project', async () => {
  const model = shop();
  model.addProject('Other');
  model.checkIn({ comment: 'Out' }, (work) => work.rename(`${TOP}/Main/src`, '$/Other/src'));
  model.checkIn({ comment: 'Back' }, (work) => work.rename('$/Other/src', `${TOP}/Main/back`));
  await imported(model);
});
test('paths of the server whose folders have other case than the branch', async () => {
  const model = shop();
  const id = model.checkIn({ comment: 'Odd case' }, (work) => work.add(`${TOP}/Main/src/new.txt`, 'new\n'));
  const tree = model.treeAt(id);
  const item = tree.get('$/shop/main/src/new.txt');
  if (item) tree.set('$/shop/main/src/new.txt', { ...item, path: '$/Shop/main/SRC/new.txt' });
  const server = await TfvcServer.start(model);
  try {
    const context = newContext(folder, { project: 'Shop' });
    const result = await importAll(server.url, context);
    expect([...filesOf(result.staging, 'main').keys()]).toContain('src/new.txt');
    expect(refsOf(result.staging)).toEqual(['refs/heads/Dev', 'refs/heads/main']);
    const checks = await tfvcSource.verify(server.url, result.staging, result.mapped, context);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
  } finally {
    await server.stop();
  }
});
test('more changes than fit a page', async () => {
  const model = shop();
  model.checkIn({ comment: 'Many' }, (work) => {
    for (let n = 0; n < 10_050; n++) work.add(`${TOP}/Main/many/${n % 100}/${n}`, `${n % 7}\n`);
  });
  await imported(model);
}, 120_000);
