/** Servers of SSH whose hg says nothing more: nothing that asks them waits without end. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { scanHostKeys } from '../../ssh/host-keys.ts';
import { readKnownHostsFrom } from '../../ssh/ssh-command.ts';
import { type SshServer, serveSsh } from '../../ssh/testing/ssh-server.ts';
import type { SourceContext } from '../source.ts';
import { toldBookmarks } from './bookmarks.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';

const SILENCE_MS = 1500;
let folder: string;
let server: SshServer;
let url: string;
let hg: HgWorkspace;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry silent '));
  hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', 'one\n');
  hg.commit('one');
  hg.hg('bookmark', 'mark');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const stuck = join(folder, 'stuck');
  const real = process.env.PATH ?? '';
  writeFileSync(join(programs, 'hg'), `#!/bin/sh\n[ -e '${stuck}' ] && exec sleep 30\nPATH='${real}' exec hg "$@"\n`);
  chmodSync(join(programs, 'hg'), 0o755);
  server = await serveSsh({ programs });
  url = `ssh://127.0.0.1:${server.port}/${hg.path}`;
  const scanned = await scanHostKeys(url, new AbortController().signal);
  const known = join(folder, 'known_hosts');
  const at = `[127.0.0.1]:${server.port}`;
  writeFileSync(known, `${(scanned?.keys ?? []).map(({ type, key }) => `${at} ${type} ${key}\n`).join('')}`);
  readKnownHostsFrom(known);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('over ssh an update asks for what is new alone', async () => {
  const { context } = await importAll(url, join(folder, 'updated'));
  hg.write('b', 'two\n');
  hg.commit('two');
  const lines: string[] = [];
  const onLog: SourceContext['onLog'] = (_level, text) => void lines.push(inEnglish(text));
  const { commit_count } = await mercurialSource.fetch(url, { ...context, keepsEarlier: true, onLog });
  expect(commit_count).toBe(2);
  expect(lines).toContain(`Asking ${url} for what is new since it was copied.`);
  expect(lines.join('\n')).not.toContain('asked for all of it');
});

test('the comparison with the source, and what asks for its bookmarks, end with a sentence', async () => {
  const { context } = await importAll(url, join(folder, 'import'));
  const patient = { ...context, silenceMs: SILENCE_MS };
  expect(await mercurialSource.isUnchanged(url, patient)).toBe(true);
  writeFileSync(join(folder, 'stuck'), '');
  const silent = { kind: 'unreachable', key: 'connection.silent' };
  await expect(mercurialSource.isUnchanged(url, patient)).rejects.toMatchObject(silent);
  await expect(toldBookmarks(url, patient)).rejects.toMatchObject(silent);
  await expect(mercurialSource.fetch(url, patient)).rejects.toMatchObject(silent);
});
