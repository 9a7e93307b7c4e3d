/** A Mercurial server behind a login whose name and password are of other alphabets than ASCII. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newContext } from '../subversion/testing/import-all.ts';
import { mercurialSource } from './index.ts';
import { basic, guard } from './testing/guard.ts';
import { HgWorkspace } from './testing/hg.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg signed in '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { username: 'jürgen', password: 'Paßwort "7" % ünd' },
  { username: 'ann', password: 'пароль 🦊' },
])('$username with $password', async (credentials) => {
  const source = new HgWorkspace(join(folder, 'source'));
  source.write('a', '1');
  source.commit('one');
  source.write('a', '2');
  source.commit('two');
  const hg = await serveHg(source.path);
  const server = await guard(hg.url, basic(credentials));
  try {
    const context = { ...newContext(folder), credentials };
    expect(await mercurialSource.probe(server.url, context)).toMatchObject({ kind: 'found', vcs: 'mercurial' });
    const fetched = await mercurialSource.fetch(server.url, context);
    expect(fetched.commit_count).toBe(2);
    expect(await mercurialSource.isUnchanged?.(server.url, context)).toBe(true);
    const wrong = { ...newContext(folder), credentials: { ...credentials, password: 'falsch ß' } };
    await expect(mercurialSource.probe(server.url, wrong)).rejects.toMatchObject({ key: 'credentials.login_refused' });
  } finally {
    server.stop();
    hg.stop();
  }
});
