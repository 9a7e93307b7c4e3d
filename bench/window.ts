/** How long a person waits for the window: from its start to a page that can be used, for each screen, and at the largest sizes. */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { electronExecutable } from '../scripts/setup/electron.mjs';
import { measure } from './measure.ts';
import { type Row, say } from './table.ts';

const [REPOSITORIES, MIGRATIONS, MANY_AUTHORS, SOME_AUTHORS] = [10_000, 100_000, 100_000, 20_000];
const TIMES_EMPTY = 1.3;
const FULL_MS = 700;
const SCREEN_MS = 100;
/** Starts after which all screens are gone to; of each the median counts. */
const PASSES = 3;
const EDIT_MS = 1000;
const SCREENS = [
  ...['/imports', '/imports/new', '/imports-lists/new', '/migrations', '/migrations/new', '/archives', '/people-book'],
  ...['/tokens', '/applications', '/rate-limit', '/settings', '/help', '/about', '/repositories/bench/r1', '/'],
];

const project = resolve(import.meta.dirname, '..');
const tools = join(import.meta.dirname, 'window');

interface Plan {
  /** What is there once the page can be used. */
  usable: string;
  /** Runs in the page then; its value is the result. */
  script?: string;
}

interface Seen<Result> {
  /** From the start of the program until the page could be used. */
  ms: number;
  result: Result;
}

/** Starts an app, and waits until it ended. @throws Error with what went wrong in it */
export async function openWindow<Result = null>(
  folder: string,
  app: readonly string[],
  plan: Plan,
): Promise<Seen<Result>> {
  const flags = [`--user-data-dir=${join(folder, 'settings')}`, '--password-store=basic'];
  // Chromium refuses to run its sandbox as root.
  if (process.getuid?.() === 0) flags.push('--no-sandbox');
  const began = Date.now();
  const program = spawn(
    electronExecutable(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? ''),
    ['-r', join(tools, 'measure.cjs'), ...flags, ...app],
    {
      env: {
        ...process.env,
        LANGUAGE: 'en',
        GANTRY_TEST_HOOKS: '1',
        BENCH_PLAN: JSON.stringify({ script: 'null', ...plan }),
      },
    },
  );
  let output = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  await new Promise((ended) => program.once('exit', ended));
  const told = [...output.matchAll(/^BENCH (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
  const all: { usable?: number; result?: Result; error?: string } = Object.assign({}, ...told);
  if (all.usable === undefined || all.error !== undefined)
    throw new Error(`The window could not be measured: ${all.error ?? output}`);
  return { ms: all.usable - began, result: all.result as Result };
}

/** The app on a data folder below this one. */
export const ours = (folder: string) => [project, '--data', join(folder, 'data')];
const home = '[data-testid="home-empty"]';
const full = '[data-testid^="repository-bench/"]';

interface Screen {
  path: string;
  first: number;
  whole: number;
}

interface Frames {
  median: number;
  p95: number;
  longest: number;
  /** Pixels; 0 says that nothing moved. */
  moved: number;
  rows: number;
}

/** @throws Error when a window cannot be opened or shows something else */
export async function benchWindow(folder: string, { runs }: { runs: number }): Promise<Row[]> {
  const [empty, large] = ['empty', 'large'].map((name) => join(folder, name)) as [string, string];
  for (const place of [empty, large]) mkdirSync(place);
  say(`making ${REPOSITORIES} repositories and ${MIGRATIONS} migrations.`);
  const sizes = [REPOSITORIES, MIGRATIONS, MANY_AUTHORS, SOME_AUTHORS].map(String);
  const maker = join(import.meta.dirname, 'engine-window.ts');
  await measure(process.execPath, [maker, join(large, 'data'), ...sizes]);
  // What the first start ever does is not what people wait for each day.
  const setUp = `window.gantry.request({ method: 'POST', path: '/setup', body: ${JSON.stringify(JSON.stringify({ login: 'bench', password: 'bench password' }))} }).then(() => null)`;
  await openWindow(empty, ours(empty), { usable: '[data-testid="setup"]', script: setUp });
  await openWindow(large, ours(large), { usable: full });

  const times: Record<'nothing' | 'ours' | 'full', number[]> = { nothing: [], ours: [], full: [] };
  for (let run = 0; run < runs; run++) {
    times.nothing.push((await openWindow(empty, [join(tools, 'empty.cjs')], { usable: '#usable' })).ms);
    times.ours.push((await openWindow(empty, ours(empty), { usable: home })).ms);
    times.full.push((await openWindow(large, ours(large), { usable: full })).ms);
  }
  // The window is there before its engine: what it does then has both cores.
  const inTurn = `(async () => { await bench.ask('GET', '/user'); const seen = []; for (const path of ${JSON.stringify(SCREENS)}) seen.push(await bench.screen(path)); return seen; })()`;
  const passes: Screen[][] = [];
  for (let pass = 0; pass < PASSES; pass++)
    passes.push((await openWindow<Screen[]>(large, ours(large), { usable: full, script: inTurn })).result);
  const script = `bench.ask('GET', '/user').then(async () => ({
    edit: await bench.bulkEdit('/imports/bench/some', ${SOME_AUTHORS}),
    authors: await bench.frames('/imports/bench/many', '[data-testid="authors-grid"]', '[data-testid="author-row"]', 400),
    repositories: await bench.frames('/', '[data-testid="repository-list"]', '${full}', 400),
  }))`;
  const { edit, authors, repositories } = (
    await openWindow<{ edit: number; authors: Frames; repositories: Frames }>(large, ours(large), {
      usable: full,
      script,
    })
  ).result;
  rmSync(large, { recursive: true });

  const [nothing, own, many] = [times.nothing, times.ours, times.full].map(median) as [number, number, number];
  const screens = SCREENS.map((path) => {
    const seen = passes.flatMap((pass) => pass.filter((screen) => screen.path === path));
    return { path, first: median(seen.map(({ first }) => first)), whole: median(seen.map(({ whole }) => whole)) };
  });
  const slowest = screens.reduce((most, one) => (one.first > most.first ? one : most));
  const longest = Math.max(...passes.flat().map(({ first }) => first));
  for (const { path, first, whole } of screens) say(`${path}: ${ms(first)}, whole after ${ms(whole)}`);
  return [
    {
      what: 'From the start to a window that can be used, with nothing; an empty window',
      gantry: `${spread(times.ours)}`,
      peer: spread(times.nothing),
      ratio: `${(own / nothing).toFixed(2)}x`,
      promised: `<= ${TIMES_EMPTY}x`,
      ok: own <= TIMES_EMPTY * nothing,
    },
    {
      what: `The same with ${REPOSITORIES} repositories and ${MIGRATIONS} migrations, to the list`,
      gantry: spread(times.full),
      peer: '',
      ratio: `${(many / nothing).toFixed(2)}x`,
      promised: `<= ${FULL_MS} ms`,
      ok: many <= FULL_MS,
    },
    {
      what: `First paint of ${screens.length} screens, with these`,
      gantry: `median ${ms(median(screens.map(({ first }) => first)))}`,
      peer: '',
      ratio: `slowest ${ms(slowest.first)} (${slowest.path}); longest of ${passes.flat().length} ${ms(longest)}`,
      promised: `<= ${SCREEN_MS} ms`,
      ok: slowest.first <= SCREEN_MS,
    },
    {
      what: `${SOME_AUTHORS} authors get addresses of one domain, to the word that they have them`,
      gantry: ms(edit),
      peer: '',
      ratio: '',
      promised: `<= ${EDIT_MS} ms`,
      ok: edit <= EDIT_MS,
    },
    frameRow(`Frames while ${MANY_AUTHORS} authors are scrolled`, authors),
    frameRow(`Frames while ${REPOSITORIES} repositories are scrolled`, repositories),
  ];
}

function frameRow(what: string, { median: usual, p95, longest, moved, rows }: Frames): Row {
  return {
    what,
    gantry: `median ${ms(usual)}`,
    peer: `${rows} rows drawn`,
    ratio: `95 % ${ms(p95)}, longest ${ms(longest)}`,
    promised: 'recorded',
    ok: moved > 0,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function spread(values: readonly number[]): string {
  return `${ms(median(values))} (${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))})`;
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
