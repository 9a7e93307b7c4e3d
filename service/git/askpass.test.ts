/** The login that git asks for, as addresses may be written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTool } from '../processes/run.ts';
import { listRemoteRefs } from '../sources/remote-refs.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { gitCredentials } from './git.ts';

const USER = { name: 'reader', password: 'open sesame' };
const LOGIN = { username: USER.name, password: USER.password };
let folder: string;
let server: Awaited<ReturnType<typeof serveGitHttp>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-askpass-'));
  makeGitSource(folder, 'one.git', historyStream(2));
  server = await serveGitHttp(folder, USER);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a host in capital letters gets its login', async () => {
  const url = `${server.url.replace(/127\.0\.0\.1|localhost/, 'LocalHost')}/one.git`;
  const context = { credentials: LOGIN, privateFolder: join(folder, 'private'), signal: new AbortController().signal };
  expect((await listRemoteRefs(url, context)).size).toBeGreaterThan(0);
});

// Azure DevOps, GitHub, GitLab and Gitea read the token and no name; git sends no login without a name (http.c, `init_curl_http_auth`).
test('a token without a user name is sent', async () => {
  const closed = await serveGitHttp(folder, { name: 'token', password: 'pat-1' });
  try {
    const credentials = { username: '', password: 'pat-1' };
    const context = { credentials, privateFolder: join(folder, 'private'), signal: new AbortController().signal };
    expect((await listRemoteRefs(`${closed.url}/one.git`, context)).size).toBeGreaterThan(0);
  } finally {
    await closed.stop();
  }
});

test('a user name with a slash is known as it is written', async () => {
  const { env } = gitCredentials(
    'https://host.example/r',
    { username: 'corp/reader', password: 'p' },
    join(folder, 'private'),
  );
  const asked = (prompt: string) =>
    runTool({ command: env.GIT_ASKPASS as string, args: [prompt], env, successExitCodes: 'any' }).done;
  expect((await asked("Password for 'https://corp/reader@host.example': ")).code).toBe(0);
  expect((await asked("Password for 'https://corp/other@host.example': ")).code).toBe(1);
});

test.each([
  ['https://host.example:443/r', "Password for 'https://reader@host.example:443': ", true],
  ['https://host.example/r', "Username for 'https://host.example': ", true],
  ['https://host.example/r', "Username for 'https://host.example/r': ", true],
  ['https://host.example/r', "Username for 'https://host.example.evil': ", false],
  // Another scheme is another server: what listens there may be another program.
  ['http://host.example/r', "Username for 'https://host.example': ", false],
  ['http://host.example/r', "Username for 'http://host.example': ", true],
  ['https://host.example/r', "Username for 'https://evil.example/https://host.example': ", false],
  ['https://host.example/r', "Password for 'https://reader@evil.example/@host.example': ", false],
  ['https://host.example/r', "Password for 'https://host.example@evil.example': ", false],
  ['https://host.example/r', "Password for 'https://a@b@host.example': ", true],
  ['https://host.example/r', "Password for 'https://o'neill@host.example': ", true],
  ['https://host.example/r', "Password for 'ftp://reader@host.example': ", false],
  ['https://host.example/r', "Passphrase for key 'https://host.example': ", false],
  ['https://host.example/r', "Username for 'http://host.example': ", false],
  ['http://[::1]:8080/r', "Password for 'http://reader@[::1]:8080': ", true],
  ['https://host.example/r', "Password for 'https://reader@evil/@host.example:1': ", false],
])('asked for %s with %s', async (url, prompt, answers) => {
  const { env } = gitCredentials(url, LOGIN, join(folder, 'private'));
  const { code } = await runTool({ command: env.GIT_ASKPASS as string, args: [prompt], env, successExitCodes: 'any' })
    .done;
  expect(code === 0).toBe(answers);
});
