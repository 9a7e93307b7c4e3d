/** Servers that refuse to put a whole history together. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git } from '../../testing/git-sources.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry refused bundles '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['and give their files out', 'uncompressed = True'],
  ['and no files either', 'uncompressed = False'],
])('%s: all of it arrives', async (name, setting) => {
  const hg = new HgWorkspace(join(folder, `hg ${name}`));
  for (const text of ['1', '2', '3']) {
    hg.write('a', text);
    hg.commit(text);
  }
  hg.hg('update', '-q', '-r', '0');
  hg.write('b', '1');
  hg.commit('another head');
  hg.hg('bookmark', '-r', '1', 'marked');
  writeFileSync(join(hg.path, '.hg', 'hgrc'), `[server]\ndisablefullbundle = True\n${setting}\n`);
  const here = await importAll(hg.path, join(folder, `here ${name}`));
  const server = await serveHg(hg.path);
  try {
    const { fetched, staging } = await importAll(server.url, join(folder, `served ${name}`));
    expect(fetched.commit_count).toBe(4);
    const refs = (repository: string) => git(repository, ['for-each-ref', '--format=%(objectname) %(refname)']);
    expect(refs(staging)).toBe(refs(here.staging));
    expect(refs(staging)).toContain('refs/heads/marked');
  } finally {
    server.stop();
  }
});
