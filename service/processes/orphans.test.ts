/** Programs of an engine that was killed: they end with it, or at the next start; nobody else's do. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noneRuns, programsOf } from '../testing/marked-programs.ts';
import { ENGINE_VARIABLE, markOfFolder, markProcessesFor } from './engine-mark.ts';
import { GROUP_VARIABLE, killUnrecordedOfThread } from './groups.ts';
import { killOrphans } from './orphans.ts';

const program = fileURLToPath(new URL('./test-data/killed-engine.ts', import.meta.url));
let folder: string;
const started: ChildProcess[] = [];
beforeEach(() => {
  folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'gantry orphans '))), 'data');
  mkdirSync(join(folder, 'processes'), { recursive: true });
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

async function startEngine(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function sleeper(mark: string | null, more: Record<string, string> = {}): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', ...(mark === null ? {} : { [ENGINE_VARIABLE]: mark }), ...more };
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env });
  started.push(child);
  return child;
}

describe.skipIf(process.platform !== 'linux')('on Linux', () => {
  test.each([
    ['the starter watches'],
    ['a shell watches, as the starter was lost', 'starter-lost'],
    ['a shell watches, as there is no Perl', 'no-perl'],
  ])('programs end with their engine, and so does what they started, in whatever session: %s', async (_who, ...how) => {
    // What the watch and the programs need, and no Perl.
    const path = join(folder, '..', 'programs');
    mkdirSync(path);
    for (const name of ['sh', 'sleep', 'setsid', 'grep'])
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(path, name));
    const [watched = 'watched'] = how;
    const engine = await startEngine(watched, ...(watched === 'no-perl' ? [path] : []));
    await vi.waitFor(() => expect(programsOf(folder).length).toBeGreaterThanOrEqual(4), { timeout: 60_000 });
    await kill(engine);
    await noneRuns(folder);
  });

  test('the next start ends what is left; a start on a copy of the folder ends nothing', async () => {
    await kill(await startEngine());
    const left = programsOf(folder);
    const copy = join(folder, '..', 'copy');
    cpSync(folder, copy, { recursive: true });
    expect(readdirSync(join(copy, 'processes'))).toHaveLength(1);
    expect(await killOrphans(copy)).toEqual([]);
    expect(readdirSync(join(copy, 'processes'))).toEqual([]);
    expect(programsOf(folder).map(({ pid }) => pid)).toEqual(expect.arrayContaining(left.map(({ pid }) => pid)));

    const sentences = await killOrphans(folder);
    expect(
      sentences.filter((text) => /^Ended sh \(process \d+\), left over from an earlier run\.$/.test(text)),
    ).not.toEqual([]);
    expect(programsOf(folder)).toEqual([]);
  });

  test('what a thread that was ended by force had not recorded yet is known by its name', async () => {
    const mark = markProcessesFor(folder);
    const name = `${process.pid}-9001`;
    const of = (group: string) => sleeper(mark, { [GROUP_VARIABLE]: group });
    const [own, deeper, other] = [of(`${name}-1`), of(`${name}.2-1`), of(`${name}1-1`)];
    const ended = [own, deeper].map((child) => once(child, 'exit'));
    await killUnrecordedOfThread(9001);
    expect(await Promise.all(ended)).toEqual([
      [null, 'SIGTERM'],
      [null, 'SIGTERM'],
    ]);
    expect(other.exitCode ?? other.signalCode).toBe(null);
  });

  test('without any record a program is known by its mark; one of this process or of nobody stays', async () => {
    const mark = markOfFolder(folder);
    const orphan = sleeper(`${mark}/1-1-abc`);
    const stays = [sleeper(null), sleeper(`${mark}9/1-1-abc`), sleeper('')];
    const record = { group: '1-0-2', folder: mark, pid: stays[0]?.pid, started: '1', command: 'sleep' };
    writeFileSync(join(folder, 'processes', '1-0-2.json'), JSON.stringify(record));
    writeFileSync(join(folder, 'processes', '1-0-3.json'), '{"gro');
    const ended = once(orphan, 'exit');
    expect(await killOrphans(folder)).toEqual([`Ended sleep (process ${orphan.pid}), left over from an earlier run.`]);
    await ended;
    expect(stays.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null, null]);
    expect(readdirSync(join(folder, 'processes'))).toEqual([]);
  });
});
