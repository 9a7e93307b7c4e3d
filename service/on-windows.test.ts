/** The built engine on a Windows of a kind: Wine, with a real node.exe (`scripts/setup/wine.mjs`). */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { basic, OWNER } from './testing/engine.ts';

const { GANTRY_WINE_NODE: node = '', GANTRY_WINE_PREFIX: prefix = '', GANTRY_TEST_ENGINE: engine = '' } = process.env;
const env = {
  ...{ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', GANTRY_PASSWORD: OWNER.password },
  ...{ WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=', NODE_SKIP_PLATFORM_CHECK: '1' },
};
const folder = mkdtempSync(join(tmpdir(), 'gantry windows '));
const started: ChildProcess[] = [];

/** What is looked at in answers. */
interface Answer {
  data_folder: string;
  tools: { message: string | null }[];
  login: string;
  message: string;
}

/** A file of this machine, as Wine names it. */
const onDrive = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

/** Ends whatever runs in this Windows, as a power cut does. */
const cutOff = () => promisify(execFile)('wineserver', ['--kill'], { env });

afterAll(async () => {
  if (started.length > 0) await cutOff().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

/** @returns the address of the API, and what was said on stderr until then */
async function start(name: string): Promise<{ base: string; said(): string }> {
  // Wine's Node takes no pipes of ours.
  const [out, said] = ['out', 'said'].map((stream) => join(folder, `${name}.${stream}`)) as [string, string];
  const files = [openSync(out, 'w'), openSync(said, 'w')] as const;
  const args = ['--data', onDrive(join(folder, 'data')), '--port', '0', '--owner', OWNER.login];
  const child = spawn('wine', [node, onDrive(engine), ...args], { env, stdio: ['ignore', ...files] });
  started.push(child);
  const base = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const line = readFileSync(out, 'utf8');
      if (line.includes('\n')) resolve(JSON.parse(line).base_url);
    };
    const watcher = watch(folder, look);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${readFileSync(said, 'utf8')}`)));
    void child.once('exit', () => watcher.close());
    look();
  });
  for (const file of files) closeSync(file);
  return { base, said: () => readFileSync(said, 'utf8') };
}

test.skipIf(node === '' || engine === '')(
  'it starts, names Windows’ ways, refuses its reserved names, and starts again after a power cut',
  { timeout: 60_000 },
  async () => {
    const first = await start('first');
    const ask = async (base: string, path: string, body?: unknown) => {
      const response = await fetch(base + path, {
        headers: { ...basic(OWNER.login, OWNER.password), 'user-agent': 'test' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer };
    };
    const setup = await ask(first.base, '/setup');
    expect(setup.body.data_folder).toBe(onDrive(join(folder, 'data')));
    const missing = setup.body.tools.map(({ message }) => message ?? '').join('\n');
    expect(missing).toContain('winget install');
    expect(missing).not.toMatch(/apt|brew/);
    expect((await ask(first.base, '/user/repos', { name: 'aux' })).status).toBe(422);
    // git is not there: a sentence, not an end.
    const unmade = await ask(first.base, '/user/repos', { name: 'tool' });
    expect(unmade).toMatchObject({ status: 503, body: { message: expect.stringContaining('winget install') } });
    expect(first.said()).not.toMatch(/ error |Error:/);

    await cutOff();
    const second = await start('second');
    expect((await ask(second.base, '/user')).body.login).toBe(OWNER.login);
  },
);
