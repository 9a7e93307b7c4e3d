import { spawn } from 'node:child_process';
import { afterAll, expect, test, vi } from 'vitest';

const reads = vi.hoisted(() => ({ ofProcesses: 0 }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const readdirSync = (...args: Parameters<typeof fs.readdirSync>) => {
    if (args[0] === '/proc') reads.ofProcesses += 1;
    return fs.readdirSync(...args);
  };
  return { ...fs, readdirSync };
});
// Test files share their modules.
vi.resetModules();
const { killGroup, recordGroup } = await import('./groups.ts');

afterAll(() => {
  vi.resetModules();
});

const started = () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  return { pid: child.pid ?? 0, ended };
};

test.runIf(process.platform === 'linux')(
  'programs that are ended at once are looked for once, also where one was started meanwhile',
  async () => {
    const first = Array.from({ length: 40 }, started);
    reads.ofProcesses = 0;
    const stops = first.map(({ pid }) => killGroup(pid));
    expect(reads.ofProcesses).toBe(1);
    const late = started();
    recordGroup('late', late.pid, 'sleep');
    stops.push(killGroup(late.pid));
    expect(reads.ofProcesses).toBe(2);
    await Promise.all(stops);
    expect(await Promise.all([...first, late].map(({ ended }) => ended))).toEqual(Array(41).fill('SIGTERM'));
  },
);
