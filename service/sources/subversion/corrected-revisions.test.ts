/** Authors, dates and messages that the source corrected after their revisions came: the import goes on, and says of which. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { subversionSource } from './index.ts';
import { importAll } from './testing/import-all.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-corrected-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function correct(path: string, revision: number, property: string, value: string): void {
  const file = join(folder, 'value');
  writeFileSync(file, value);
  // svnadmin reads the file in the language of its surroundings.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  execFileSync('svnadmin', ['setrevprop', '-r', String(revision), path, property, file], { env });
}

it.each(['a folder', 'a server'])('%s', async (from) => {
  const path = makeSvnSource(folder, from.replace(' ', '-'), projectHistory('', 30));
  const server = from === 'a server' ? await serveSvn(folder, [path], null) : null;
  const url = server === null ? `file://${path}` : `${server.url}/${from.replace(' ', '-')}`;
  try {
    const { context } = await importAll(folder, url);
    const again = await subversionSource.fetch(url, context);
    expect(again.findings.filter(({ kind }) => kind === 'revision_corrected')).toEqual([]);
    // None of these is one of the few whose paths are compared.
    correct(path, 2, 'svn:log', 'größere Worte\nin zwei Zeilen\n');
    correct(path, 3, 'svn:author', 'renée');
    correct(path, 5, 'svn:date', '2001-02-03T04:05:06.000000Z');
    execFileSync('svn', ['mkdir', '-q', '-m', 'later', `file://${path}/later`]);
    const updated = await subversionSource.fetch(url, context);
    expect(updated.commit_count).toBe(again.commit_count + 1);
    const finding = updated.findings.find(({ kind }) => kind === 'revision_corrected');
    expect(finding).toMatchObject({ severity: 'warning', count: 3 });
    expect(finding?.examples).toEqual([
      expect.stringMatching(/^r2: “.+” → “größere Worte”$/),
      expect.stringMatching(/^r3: .+ → renée$/),
      expect.stringMatching(/^r5: .+ → 2001-02-03T04:05:06Z$/),
    ]);
  } finally {
    await server?.stop();
  }
});
