/**
 * `npm test`: everything that can be checked, and one closing line that counts it.
 * `npm test -- <part of a name>`: the test files whose path holds it, else the tests whose title does, word for word.
 * `--pictures` has the flows make the pictures of the guide anew (docs/screenshots), and those that looks are compared with.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { packedForTests } from './package/for-tests.mjs';
import { provideBuild } from './setup/build.mjs';
import { runCommand } from './setup/command.mjs';
import {
  provideDebianPackages,
  sourceTools,
  strangeDisks,
  testServers,
  virtualDisplay,
  windowLibraries,
} from './setup/debian.mjs';
import { provideElectron } from './setup/electron.mjs';
import { projectEnvironment, provideNode } from './setup/node.mjs';
import { providePackages } from './setup/packages.mjs';
import { projectFolder, runScript, SetupError, say } from './setup/project.mjs';
import { provideWine } from './setup/wine.mjs';
import { flowFailures, unitFailures, unsteadyFlows, unsteadyUnits } from './test-failures.mjs';

const resultsFolder = join(projectFolder, 'test-results');
const flows = 'e2e/specs';
/** Flows run on so many virtual displays at a time: each has a window of its own in front. */
const DISPLAYS = 2;
/** Bytes that tests may need for their files and programs. */
const ROOM_IN_MEMORY = 8 * 1024 ** 3;
/** A machine with much else to do is no reason to refuse a change: what fails once is tried again, and told. */
const TRIES = 2;
/** What a flow does is recorded at its second try: up to a tenth of three flows' processor time went into recording them. */
const TRACE = '--trace=on-first-retry';
/** Has the flows keep what the window looks like. */
const PICTURES = '--pictures';
/** Whether the guide shows what the window looks like now. */
const PICTURES_CHECK = ['pictures of the guide', 'node', ['scripts/pictures/check.mjs']];
/** What the title of a flow that measures ends with. */
const ALONE = '@alone';

await runScript(async () => {
  const given = process.argv.slice(2);
  const pictures = given.includes(PICTURES);
  const part = given
    .filter((word) => word !== PICTURES)
    .join(' ')
    .replace(/^\.\//, '');
  const chosen = part === '' ? null : choose(part, pictures);
  await provideDebianPackages([...sourceTools, ...windowLibraries, ...virtualDisplay, ...testServers, ...strangeDisks]);
  const nodeBin = await provideNode();
  // Beside the packages: it waits for the network and for Wine, a quarter of a minute in a fresh clone.
  const wine = provideWine().catch((error) => {
    say(`skipped: the start on Windows. ${error.message}`);
    return {};
  });
  await providePackages(nodeBin);
  const dist = await provideElectron(nodeBin);
  const env = projectEnvironment(nodeBin, {
    ELECTRON_OVERRIDE_DIST_PATH: dist,
    // Tests that start and kill the engine start the built one, which is there in half the time.
    GANTRY_TEST_ENGINE: join(projectFolder, 'out/main/service/serve.js'),
    GANTRY_TEST_WORKERS: join(projectFolder, 'out/main/service'),
    ...(await wine),
    ...(pictures ? { UPDATE_SCREENSHOTS: '1' } : {}),
  });

  const memory = folderInMemory();
  if (memory !== null) env.TMPDIR = memory;
  try {
    return await run({ env, nodeBin, runtime: dist, chosen, part });
  } finally {
    if (memory !== null) rmSync(memory, { recursive: true, force: true });
  }
});

async function run({ env, nodeBin, runtime, chosen, part }) {
  const counts = [await build(nodeBin)];
  const flowsAndPackage = async () => {
    const seen = chosen === null || chosen.flows.length > 0 ? await playwright(env, chosen) : [];
    // The other tests take longer than the flows.
    return chosen === null ? [...seen, ...(await packaged(env, nodeBin, runtime))] : seen;
  };
  // Beside each other: each waits for programs more than it computes.
  const [checked, units, flows] = await Promise.all([
    chosen === null ? checks(env) : [],
    chosen === null || chosen.units.length > 0 ? vitest(env, chosen) : [],
    flowsAndPackage(),
  ]);
  const tests = [...units, ...flows];
  if (chosen === null) tests.push(...(await playwrightAlone(env)));
  // After the flows, which may have made them.
  if (chosen === null || env.UPDATE_SCREENSHOTS === '1') checked.push(await check(env, PICTURES_CHECK));
  // The files that hold the words may hold them elsewhere than in a title.
  const ran = tests.some((count) => count.passed + count.failed > 0);
  if (typeof chosen?.title === 'string' && !ran) throw nothingNamed(part);
  counts.push(...checked, ...tests);

  const unsteady = counts.flatMap((count) => count.unsteady ?? []);
  for (const test of unsteady) console.log(`UNSTEADY, passed at its second try: ${test}`);
  for (const failure of counts.flatMap(({ failures }) => failures ?? [])) console.log(`FAILED ${failure}`);
  for (const { name, passed, failed, seconds } of counts)
    say(`${name}: ${passed} passed, ${failed} failed${seconds === undefined ? '' : `, in ${minutesText(seconds)}`}`);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const tries = unsteady.length === 0 ? '' : `, ${unsteady.length} of them at the second try`;
  console.log(`\n${passed} passed${tries}, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * Tests make and delete hundreds of thousands of files, which disks are slow at (a sixth of the time on ext4).
 * @returns a folder in memory; null where there is none with room
 */
function folderInMemory() {
  const shared = '/dev/shm';
  if (process.platform !== 'linux' || !existsSync(shared)) return null;
  const { bavail, bsize } = statfsSync(shared);
  if (Math.min(bavail * bsize, freemem()) < ROOM_IN_MEMORY) return null;
  const folder = mkdtempSync(`${shared}/gantry-tests-`);
  // As the system's own: tests have users of theirs.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * The test files that a part of a name means, and the title to look for where no path holds it.
 * @param onlyFlows whether those without a window are left out
 */
function choose(part, onlyFlows) {
  const files = [...(onlyFlows ? [] : ['service', 'main', 'renderer', 'bench', 'faults']), flows].flatMap((area) =>
    readdirSync(join(projectFolder, area), { recursive: true, encoding: 'utf8' })
      .map((name) => join(area, name))
      .filter((path) => /\.(test\.tsx?|spec\.ts)$/.test(path)),
  );
  const named = files.filter((path) => path.includes(part));
  const titled = files.filter((path) => readFileSync(join(projectFolder, path), 'utf8').includes(part));
  const found = named.length > 0 ? named : titled;
  if (found.length === 0) throw nothingNamed(part);
  const isFlow = (path) => path.startsWith(flows);
  return {
    units: found.filter((path) => !isFlow(path)),
    flows: found.filter(isFlow),
    // Both runners take a regular expression.
    title: named.length > 0 ? null : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'),
  };
}

function nothingNamed(part) {
  return new SetupError(`No test has "${part}" in its path or title.`);
}

/** What needs no test to run: all at the same time; what they found is told last. */
async function checks(env) {
  const all = [
    ['types', 'tsc', ['-b']],
    ['style and imports', 'biome', ['check', '.', '--error-on-warnings']],
    ['rooms', 'node', ['scripts/lint/rooms.mjs']],
    ['unused code', 'knip', []],
  ];
  say(`${all.map(([name]) => name).join(', ')}`);
  return Promise.all(all.map((one) => check(env, one)));
}

async function check(env, [name, command, args]) {
  const { code, stdout, stderr } = await runCommand(command, args, { env, output: 'quiet' });
  if (code === 0) return { name, passed: 1, failed: 0 };
  return { name, passed: 0, failed: 1, failures: [`${name}: ${[command, ...args].join(' ')}\n${stdout}${stderr}`] };
}

async function vitest(env, chosen) {
  const file = resultFile('vitest.json');
  say('unit and engine tests: vitest run');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const wanted = chosen === null ? [] : [...chosen.units, ...(chosen.title === null ? [] : ['-t', chosen.title])];
  const began = performance.now();
  const { code } = await runCommand('vitest', ['run', ...reporters, `--retry=${TRIES - 1}`, ...wanted], { env });
  const result = readResult(file);
  const count = counted('unit and engine tests', code, result?.numPassedTests, result?.numFailedTests);
  const told = { failures: unitFailures(result), unsteady: unsteadyUnits(result) };
  return [{ ...count, ...told, seconds: secondsSince(began) }];
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

/** The flows, on displays beside each other; without those that measure. */
async function playwright(env, chosen) {
  say('end-to-end tests: playwright test');
  if (chosen !== null) {
    const titled = chosen.title === null ? [] : ['-g', chosen.title, '--pass-with-no-tests'];
    return [await flowsOn(env, 1, 'end-to-end tests', [...chosen.flows, ...titled])];
  }
  const others = ['--grep-invert', ALONE];
  if (process.platform !== 'linux') return [await flowsOn(env, 1, 'end-to-end tests', others)];
  return Promise.all(
    Array.from({ length: DISPLAYS }, (_, index) => {
      const display = index + 1;
      const name = `end-to-end tests, display ${display} of ${DISPLAYS}`;
      return flowsOn(env, display, name, [`--shard=${display}/${DISPLAYS}`, ...others]);
    }),
  );
}

/** The flows that measure what the machine gives them: when nothing else runs. */
async function playwrightAlone(env) {
  return [await flowsOn(env, DISPLAYS + 1, 'end-to-end tests that measure', ['--grep', ALONE])];
}

/** A few flows of the app as packages hold it, with its launcher and its fuses. */
async function packaged(env, nodeBin, runtime) {
  const name = 'packaged app';
  const began = performance.now();
  try {
    const { folder, lacking } = await packedForTests({ env, nodeBin, runtime });
    if (folder === undefined) {
      say(`skipped: the packaged app. ${lacking}`);
      return [];
    }
    say(`${name}: playwright test`);
    const settings = { ...env, GANTRY_UNPACKED: folder };
    const count = await flowsOn(settings, DISPLAYS + 2, name, [], 'e2e/package/smoke.config.ts');
    return [{ ...count, seconds: secondsSince(began) }];
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return [{ name, passed: 0, failed: 1, failures: [`${name}: it could not be packed. ${error.message}`] }];
  }
}

async function flowsOn(env, display, name, args, config = 'e2e/playwright.config.ts') {
  const file = resultFile(`playwright-${display}.json`);
  const tries = `--retries=${TRIES - 1}`;
  const test = ['playwright', 'test', '-c', config, '--reporter=list,json', tries, TRACE, ...args];
  // A virtual display of one size and a session bus of its own make runs alike on every Linux machine.
  const virtual = ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24', 'dbus-run-session', '--'];
  const [command, ...rest] = process.platform === 'linux' ? [...virtual, ...test] : test;
  const own = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, GANTRY_E2E_RESULTS: `e2e-${display}` };
  const began = performance.now();
  const { code } = await runCommand(command, rest, { env: { ...env, ...own } });
  const result = readResult(file);
  const stats = result?.stats;
  const count = counted(name, code, stats && stats.expected + stats.flaky, stats?.unexpected);
  return { ...count, failures: flowFailures(result), unsteady: unsteadyFlows(result), seconds: secondsSince(began) };
}

function secondsSince(began) {
  return (performance.now() - began) / 1000;
}

function minutesText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
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
