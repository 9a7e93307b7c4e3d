/** Set-up runs nothing that it fetched before the archive's hash was the expected one (`scripts/setup/`). */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const project = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
/** Written by any program of the foreign archive. */
let ran: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-fetched-'));
  ran = join(folder, 'ran');
  for (const name of ['scripts', 'package.json']) cpSync(join(project, name), join(folder, name), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** An npm whose registry gives out an archive of somebody else's, with programs where set-up looks for its own. */
function foreignRegistry(): string {
  const bin = join(folder, 'registry');
  const programs = join(folder, 'foreign/package/bin');
  for (const path of [bin, programs]) mkdirSync(path, { recursive: true });
  for (const name of ['node', 'electron']) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "$0" >> '${ran}'\necho v$FOREIGN_VERSION\n`);
    chmodSync(join(programs, name), 0o755);
  }
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1" = pack ] && tar -czf foreign.tgz -C '${folder}/foreign' package\n`,
  );
  chmodSync(join(bin, 'npm'), 0o755);
  return bin;
}

/** Runs one function of set-up, in a project of its own, with a Node of another version. */
function setUp(script: string, call: string, npm?: string): Promise<string> {
  const url = pathToFileURL(join(folder, 'scripts/setup', script)).href;
  const code = `
    const { devDependencies } = (await import('${pathToFileURL(join(folder, 'package.json')).href}', { with: { type: 'json' } })).default;
    process.env.FOREIGN_VERSION = devDependencies.node;
    Object.defineProperty(process, 'version', { value: 'v0.0.0' });
    const setUp = await import('${url}');
    await setUp.${call}.then((place) => console.log('provided', place), (error) => console.log(error.message));`;
  const bin = foreignRegistry();
  if (npm !== undefined) writeFileSync(join(bin, 'npm'), npm);
  const PATH = [bin, process.env.PATH].join(delimiter);
  const env: NodeJS.ProcessEnv = { ...process.env, PATH };
  delete env.ELECTRON_OVERRIDE_DIST_PATH;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', code], { env }, (_error, stdout) => resolve(stdout));
  });
}

// Elsewhere there are other programs, or none, to fetch.
test.runIf(process.platform === 'linux' && process.arch === 'x64').each([
  ['node.mjs', 'provideNode()', 'node-'],
  ['electron.mjs', `provideElectron('')`, 'electron-'],
])('%s: an archive with another hash is not unpacked and not run', async (script, call, place) => {
  expect(await setUp(script, call)).toContain('is not the one expected (its sha512 differs). Nothing was run.');
  expect(existsSync(ran)).toBe(false);
  expect(existsSync(join(folder, '.cache', place))).toBe(false);
});

test.each([
  ['node.mjs', 'provideNode()'],
  ['packages.mjs', "providePackages('', { isForStart: true })"],
])('%s: without a network it says at once what is not reached, and changes nothing', async (script, call) => {
  cpSync(join(project, 'package-lock.json'), join(folder, 'package-lock.json'));
  // Nobody listens where this npm is set to.
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const npm = `#!/bin/sh\nif [ "$1" = config ]; then echo '{"registry":"http://127.0.0.1:${port}/"}'; else echo npm >> '${ran}'; fi\n`;
  const said = await setUp(script, call, npm);
  expect(said).toContain("This machine does not reach npm's registry, 127.0.0.1 (ECONNREFUSED).");
  expect(said).toContain('later starts need no network');
  expect(existsSync(ran)).toBe(false);
  expect(existsSync(join(folder, 'node_modules'))).toBe(false);
});

test('the first start installs what the app is built of, nothing for tests, measurements and packaging', () => {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const marked = (name: string) => packages[`node_modules/${name}`].dev === true;
  const others = [
    '@playwright/test',
    'octokit-rest-16',
    'octokit-rest-18',
    'electron-builder',
    'knip',
    'axe-core',
    'ssh2',
  ];
  expect([...others, 'node', 'typescript', 'vitest', '@biomejs/biome'].filter((name) => !marked(name))).toEqual([]);
  expect(['vite', 'electron-vite', 'react', '@mantine/core', 'better-sqlite3', 'electron'].filter(marked)).toEqual([]);
});
