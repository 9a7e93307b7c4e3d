/** How often a server hears a remembered password that was changed since, where many imports are brought up to date at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testVault } from '../credentials/testing/test-vault.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';

const USER = { name: 'ann', password: 'of last year' };
const NAMES = Array.from({ length: 8 }, (_, index) => `r${index}`);

let folder: string;
let engine: TestEngine;
let server: GitHttp;
let user: typeof USER;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-many-logins-'));
  for (const name of NAMES) makeGitSource(folder, `${name}.git`, historyStream(2, ['Ann Old <ann@old>']));
  user = { ...USER };
  server = await serveGitHttp(folder, user);
  engine = await startTestEngine(undefined, { vault: testVault() });
});
afterEach(async () => {
  await engine.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const login = (password: string) => ({ vcs_username: USER.name, vcs_password: password, remember_credentials: true });
const update = (name: string, body: object = {}) => engine.api('POST', `/repos/acme/${name}/import/updates`, body);
const ended = (name: string) => engine.importIn(name, ['complete', 'error', 'auth_failed']);
const heard = (password: string) => server.credentials.filter((given) => given === `${USER.name}:${password}`).length;

async function importAll() {
  for (const name of NAMES) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    const vcs_url = `${server.url}/${name}.git`;
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs_url, vcs: 'git', ...login(USER.password) });
    expect(await ended(name)).toMatchObject({ status: 'complete' });
  }
}

test('a remembered password that was changed since is told once, whatever number of imports is brought up to date', async () => {
  await importAll();
  await engine.restart();
  user.password = 'of this year';
  server.credentials.length = 0;
  for (const { status } of await Promise.all(NAMES.map((name) => update(name)))) expect(status).toBe(202);
  const failures = await Promise.all(
    NAMES.map(async (name) => {
      const failed = ({ last_update }: { last_update?: unknown }) => last_update !== undefined;
      const { last_update } = await engine.importIn(name, ['complete', 'error'], failed);
      return String(last_update.message);
    }),
  );
  expect(heard(USER.password)).toBe(1);
  const host = new URL(server.url).host;
  expect(failures.filter((message) => message.startsWith(`${host} refused this login just before.`))).toHaveLength(7);

  // What a person gives is tried, and goes for that import.
  await update('r3', login(user.password));
  const done = ({ last_update }: { last_update?: unknown }) => last_update === undefined;
  expect(await engine.importIn('r3', ['complete', 'error'], done)).toMatchObject({ status: 'complete' });
  expect(heard(USER.password)).toBe(1);
});
