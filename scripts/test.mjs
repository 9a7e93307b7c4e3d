/** `npm test`: everything that can be checked, and one closing line that counts it. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import { provideDebianPackages, sourceTools, testServers, virtualDisplay, windowLibraries } from './setup/debian.mjs';
import { provideElectron } from './setup/electron.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript, SetupError, say } from './setup/project.mjs';

const resultsFolder = join(projectFolder, 'test-results');

await runScript(async () => {
  await provideDebianPackages([...sourceTools, ...windowLibraries, ...virtualDisplay, ...testServers]);
  const nodeBin = await provideNode();
  await providePackages(nodeBin);
  const dist = await provideElectron(nodeBin);
  const env = projectEnvironment(nodeBin, { ELECTRON_OVERRIDE_DIST_PATH: dist });

  const counts = [];
  const check = async (name, command, args) => {
    say(`${name}: ${[command, ...args].join(' ')}`);
    const { code } = await runCommand(command, args, { env });
    counts.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
  };
  await check('types', 'tsc', ['-b']);
  await check('style and imports', 'biome', ['check', '.', '--error-on-warnings']);
  await check('unused code', 'knip', []);
  counts.push(await vitest(env));
  counts.push(await build(nodeBin));
  counts.push(await playwright(env));

  for (const { name, passed, failed } of counts) say(`${name}: ${passed} passed, ${failed} failed`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

async function vitest(env) {
  const file = resultFile('vitest.json');
  say('unit and engine tests: vitest run');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await runCommand('vitest', ['run', ...reporters], { env });
  const result = readResult(file);
  return counted('unit and engine tests', code, result?.numPassedTests, result?.numFailedTests);
}

async function build(nodeBin) {
  try {
    await provideBuild(nodeBin);
    return { name: 'build', passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    return { name: 'build', passed: 0, failed: 1 };
  }
}

async function playwright(env) {
  const file = resultFile('playwright.json');
  say('end-to-end tests: playwright test');
  const test = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json'];
  // A virtual display of one size and a session bus of its own make runs alike on every Linux machine.
  const virtual = ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', 'dbus-run-session', '--'];
  const [command, ...args] = process.platform === 'linux' ? [...virtual, ...test] : test;
  const { code } = await runCommand(command, args, { env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } });
  const stats = readResult(file)?.stats;
  return counted('end-to-end tests', code, stats && stats.expected + stats.flaky, stats?.unexpected);
}

function resultFile(name) {
  mkdirSync(resultsFolder, { recursive: true });
  const file = join(resultsFolder, name);
  rmSync(file, { force: true });
  return file;
}

function readResult(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that failed without naming a failed test (it crashed, or a file could not be loaded) counts as one. */
function counted(name, code, passed = 0, failed = 0) {
  return { name, passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}
