/** That a changed route is seen by everybody who calls it: by the compiler, on a copy of the sources. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The API, the window that calls it, and what both are built on. */
const ROOMS = ['service', 'client', 'language', 'main', 'renderer'];
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'gantry types '));
  const sources = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(\.tsx?|tsconfig\.json|^language[\\/].*\.json)$/.test(file))
      .map((file) => join(room, file)),
  );
  for (const file of [...sources, 'tsconfig.base.json']) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), { preserveTimestamps: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  // Only those who call: the whole window would take longer and show the same.
  const callers = {
    extends: '../tsconfig.json',
    compilerOptions: { rootDir: '..', tsBuildInfoFile: null, composite: false, incremental: false, declaration: true },
    include: ['*.ts', '../window.d.ts'],
    references: [
      { path: '../../service' },
      { path: '../../client' },
      { path: '../../language' },
      { path: '../../main' },
    ],
  };
  writeFileSync(join(copy, 'renderer/api/tsconfig.json'), JSON.stringify(callers));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What does not compile of the window's API against what the routes say of themselves, by file. */
function compile(): Record<string, string> {
  for (const room of ['language', 'service', 'client', 'main']) tsc(room, '--noCheck');
  const { stdout } = tsc('renderer/api');
  // Anything else that the compiler says, about its options say, is not what is looked for.
  expect(stdout.replaceAll(/^(?:\S+\(\d+,\d+\): error|\s).*\n/gm, '')).toBe('');
  const said: Record<string, string> = {};
  let file = '';
  for (const line of stdout.split('\n')) {
    file = /^(\S+)\(\d+,\d+\): error/.exec(line)?.[1] ?? file;
    if (line !== '') said[file] = `${said[file] ?? ''}${line}\n`;
  }
  return said;
}

function tsc(project: string, ...options: string[]) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', project, '--pretty', 'false', ...options];
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
}

function edit(file: string, from: RegExp, to: string, times: number): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text.match(from)?.length).toBe(times);
  writeFileSync(join(copy, file), text.replaceAll(from, to));
}

test('a renamed route and a renamed field of a body do not compile where they are used, and all else does', {
  timeout: 300_000,
}, () => {
  // The order of an update, and the list of them.
  edit('service/api/imports/import-updates.ts', /import\/updates'/g, "import/renewals'", 2);
  // `path` of POST /inspections: its definition, and the handler that reads it.
  edit('service/api/migrations/inspections.ts', /path: z\.string\(\)\.min/g, 'file: z.string().min', 1);
  edit('service/api/migrations/inspections.ts', /valid\('json'\)\.path/g, "valid('json').file", 1);
  const said = compile();
  const callers = ['imports', 'overview', 'work'].map((name) => `renderer/api/${name}.ts`);
  expect(Object.keys(said).sort()).toEqual([...callers, 'renderer/api/inspections.ts'].sort());
  for (const caller of callers) expect(said[caller]).toContain('/import/updates"');
  expect(said['renderer/api/inspections.ts']).toMatch(/'path' does not exist in type .*|'file' is missing/);
});
