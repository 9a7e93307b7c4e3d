/** Mercurial repositories that want something of whoever imports them. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesOf } from '../subversion/testing/oracle.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('hostile repositories', () => {
  it('never run what their own configuration names', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('one');
    const marker = join(folder, 'ran');
    writeFileSync(join(folder, 'evil.py'), `open(${JSON.stringify(marker)}, 'w').close()\n`);
    writeFileSync(
      join(hg.path, '.hg/hgrc'),
      `[extensions]\nevil = ${join(folder, 'evil.py')}\n[hooks]\npre-log = touch '${marker}'\npre-bundle = touch '${marker}'\noutgoing = touch '${marker}'\n[alias]\nbundle = !touch '${marker}'\nlog = !touch '${marker}'\n`,
    );
    await expectNoFile(marker, () => importAll(hg.path, join(folder, 'import')));
  });

  it('have names that differ only in case: those that lie beside each other are told', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('Lone.txt', '1');
    hg.write('src/a.txt', '1');
    hg.commit('one');
    hg.hg('rename', '-q', 'Lone.txt', 'between');
    hg.commit('two');
    hg.hg('rename', '-q', 'between', 'lone.txt');
    hg.write('src/A.txt', '2');
    hg.write('Src/other', '2');
    hg.write('stra\u00dfe \u00c9', '2');
    hg.write('stra\u00dfe \u00e9', '2');
    hg.commit('three');
    hg.hg('remove', '-q', 'src/A.txt');
    hg.commit('four');
    const { fetched } = await importAll(hg.path, join(folder, 'import'));
    const finding = fetched.findings.find(({ kind }) => kind === 'names_differ_in_case');
    expect(finding?.examples.sort()).toEqual([
      'Src and src',
      'src/A.txt and src/a.txt',
      'stra\u00dfe \u00c9 and stra\u00dfe \u00e9',
    ]);
  });

  it('leave out names that Git refuses', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('good', '1');
    hg.write('sub/.git/config', 'evil');
    hg.commit('one');
    hg.hg('remove', '-q', 'sub/.git/config');
    hg.commit('two');
    const imported = await importAll(hg.path, join(folder, 'import'));
    expect([...filesOf(imported.staging, 'main').keys()]).toEqual(['good']);
    expect(imported.fetched.findings.map(({ kind }) => kind)).toContain('dot_git_name');
  });

  it('an empty one and a folder without one are said so', async () => {
    const hg = new HgWorkspace(join(folder, 'source'));
    const { context } = {
      context: {
        credentials: null,
        signal: new AbortController().signal,
        privateFolder: join(folder, 'private'),
        onProgress() {},
        onLog() {},
        onAuthors() {},
      },
    };
    expect(await mercurialSource.probe(hg.path, context)).toMatchObject({ kind: 'found', empty: true });
    expect(await mercurialSource.probe(folder, context)).toMatchObject({ kind: 'nothing' });
  });
});

async function expectNoFile(path: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  expect(existsSync(path)).toBe(false);
}
