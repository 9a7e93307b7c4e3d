/** Servers of SSH whose hg says nothing more: nothing that asks them waits without end. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
let known: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry silent '));
  hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', 'one\n');
  hg.commit('one');
  hg.hg('bookmark', 'mark');
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const stuck = join(folder, 'stuck');
  const cut = join(folder, 'cut');
  const real = process.env.PATH ?? '';
  writeFileSync(
    join(programs, 'hg'),
    `#!/bin/sh\n[ -e '${stuck}' ] && exec sleep 30\nPATH='${real}'\n[ -e '${cut}' ] && { timeout 2 hg "$@" | head -c 20000; exit; }\nexec hg "$@"\n`,
  );
  chmodSync(join(programs, 'hg'), 0o755);
  server = await serveSsh({ programs });
  url = `ssh://127.0.0.1:${server.port}/${hg.path}`;
  const scanned = await scanHostKeys(url, new AbortController().signal);
  known = join(folder, 'known_hosts');
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

test('an ssh that lets nobody in any more costs nothing of what came in pieces', async () => {
  const { context } = await importAll(url, join(folder, 'made'));
  const place = join(folder, 'pieces');
  mkdirSync(place);
  const lines: string[] = [];
  const onLog: SourceContext['onLog'] = (_level, text) => void lines.push(inEnglish(text));
  const ours = { ...context, folder: place, onLog };
  hg.write('noise', randomBytes(60_000).toString('base64'));
  hg.commit('noise');
  writeFileSync(join(folder, 'cut'), '');
  await expect(mercurialSource.fetch(url, ours)).rejects.toMatchObject({ key: 'connection.broken_off' });
  expect(existsSync(join(place, 'arriving'))).toBe(true);
  rmSync(join(folder, 'cut'));
  const trusted = readFileSync(known, 'utf8');
  writeFileSync(known, '');
  await expect(mercurialSource.fetch(url, ours)).rejects.toMatchObject({ key: 'ssh.host_key_unknown' });
  writeFileSync(known, trusted);
  expect(existsSync(join(place, 'arriving'))).toBe(true);
  await mercurialSource.fetch(url, ours);
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
