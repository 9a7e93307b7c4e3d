/** How often a remote hears a wrong password where many repositories are pushed to it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';

const NAMES = Array.from({ length: 8 }, (_, n) => `r${n}`);
let folder: string;
let engine: TestEngine;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry push logins '));
  engine = await startTestEngine();
  const source = makeGitSource(folder, 'source.git', historyStream(2));
  for (const name of NAMES) {
    await engine.api('POST', '/orgs/acme/repos', { name });
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
    await engine.importIn(name, ['complete', 'error']);
    git(folder, ['init', '--quiet', '--bare', join(folder, 'remotes', `${name}.git`)]);
    git(join(folder, 'remotes', `${name}.git`), ['config', 'http.receivepack', 'true']);
  }
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('a login that a remote refuses is told it for no push that begins later, until somebody asks for it', async () => {
  const server = await serveGitHttp(join(folder, 'remotes'), { name: 'ann', password: 'right' });
  const pushAll = async (password: string) => {
    const { body } = await engine.api('POST', '/remote_pushes', {
      ...{ remote_url: `${server.url}/{name}.git`, username: 'ann', password },
      repositories: NAMES.map((name) => `acme/${name}`),
    });
    return await Promise.all(
      body.map(({ id }: { id: number }, at: number) =>
        engine.until(async () => {
          const now = (await engine.api('GET', `/repos/acme/${NAMES[at]}/remote_pushes/${id}`)).body;
          return ['waiting', 'running'].includes(now.status) ? undefined : now;
        }),
      ),
    );
  };
  try {
    for (const round of [1, 2]) {
      const ends = await pushAll('wrong');
      expect(ends.map(({ status }) => status)).toEqual(NAMES.map(() => 'auth_failed'));
      expect(ends.at(-1).message).toMatch(`${new URL(server.url).host} refused this login for another push.`);
      // Two are pushed at the same time.
      expect(server.credentials.length).toBeGreaterThanOrEqual(round);
      expect(server.credentials.length).toBeLessThanOrEqual(2 * round);
    }
    expect((await pushAll('right')).map(({ status }) => status)).toEqual(NAMES.map(() => 'complete'));
  } finally {
    await server.stop();
  }
});
