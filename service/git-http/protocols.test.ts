/** What git of every age takes of a history: all of it, its end, without contents, or one commit by its id. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startServer } from '../loopback/server.ts';
import { runClient, withLogin } from '../testing/clone-clients.ts';
import { OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream } from '../testing/git-sources.ts';

let engine: TestEngine;
let server: ApiServer;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry protocols '));
  engine = await startTestEngine();
  server = await startServer(engine.service, 0);
  await engine.api('POST', '/orgs/acme/repos', { name: 'project' });
  git(join(engine.folder, 'repositories/acme/project.git'), ['fast-import', '--quiet', '--force'], {
    input: historyStream(20),
  });
  address = withLogin(`${new URL(server.baseUrl).origin}/acme/project.git`, OWNER.login, OWNER.password);
});
afterAll(async () => {
  await server.close();
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['0', '1', '2'])('protocol %s', async (version) => {
  const run = (where: string, args: string[]) => runClient(where, ['-c', `protocol.version=${version}`, ...args]);
  const taken = async (name: string, options: string[]) => {
    const cloned = await run(folder, ['clone', '--quiet', ...options, address, `${name}${version}`]);
    expect(cloned).toMatchObject({ code: 0, stderr: '' });
    const work = join(folder, `${name}${version}`);
    return {
      work,
      files: (await run(work, ['ls-files'])).stdout,
      history: (await run(work, ['log', '--format=%H'])).stdout,
    };
  };
  const whole = await taken('whole', []);
  const [last = '', before = ''] = whole.history.split('\n');
  expect(await taken('without-contents', ['--filter=blob:none'])).toMatchObject({
    ...{ files: whole.files, history: whole.history },
  });
  expect(await taken('without-trees', ['--filter=tree:0'])).toMatchObject({
    ...{ files: whole.files, history: whole.history },
  });
  const shallow = await taken('shallow', ['--depth=1']);
  expect(shallow).toMatchObject({ files: whole.files, history: `${last}\n` });
  expect(await run(shallow.work, ['fetch', '--quiet', '--depth=1', 'origin', before])).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(await run(shallow.work, ['fetch', '--quiet', '--unshallow'])).toMatchObject({ code: 0, stderr: '' });
  expect((await run(shallow.work, ['log', '--format=%H'])).stdout).toBe(whole.history);
});
