/** The starter of this process: one for an engine and its threads. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { childEnvironment } from '../environment.ts';
import { tellThreads, toldToThreads } from '../told-to-threads.ts';
import { STARTER_SCRIPT } from './script.ts';
import { StartedProgram } from './started-program.ts';

const KEY = 'starter';

export interface Starter {
  /** Where it listens: the path of an abstract socket. */
  path: string;
  pid: number;
}

/** The one that this thread began. It is tried once, and what its giver told a thread comes first. */
let own: Starter | null = null;
let begun: Promise<void> | null = null;
let lifeline: Writable | null = null;
/** Told when the one that this thread began has ended. */
const onEnd = new Set<() => void>();

/**
 * Starts it, where there is none yet and the system is Linux; until it is ready Node starts programs itself, so nobody need wait.
 * It ends with this process, or with the thread that called.
 * @returns when it is ready, or known not to be
 */
export function beginStarter(): Promise<void> {
  if (process.platform !== 'linux' || starter() !== null) return Promise.resolve();
  begun ??= begin();
  return begun;
}

function begin(): Promise<void> {
  const name = `gantry-${process.pid}-${randomBytes(12).toString('hex')}`;
  const child = spawn('perl', ['-e', STARTER_SCRIPT, name, String(process.pid)], {
    cwd: '/',
    env: childEnvironment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => undefined);
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
  return new Promise((resolve) => {
    // Without Perl Node goes on by itself.
    child.on('error', () => resolve());
    child.on('exit', () => {
      lifeline = null;
      forgetStarter(child.pid);
      for (const tell of onEnd) tell();
      resolve();
    });
    child.stdout.once('data', async () => {
      child.stdout.destroy();
      const path = `\0${name}`;
      if (child.pid !== undefined && (await answers(path))) {
        own = { path, pid: child.pid };
        lifeline = child.stdin;
        tellThreads(KEY, own);
      }
      resolve();
    });
  });
}

/** Whether it starts a program on this machine: what cannot be asked later fails here. */
function answers(path: string): Promise<boolean> {
  const request = { name: 'first', program: 'true', args: [], env: childEnvironment(), cwd: '/' };
  return new Promise((resolve) => {
    const first = new StartedProgram(path, { ...request, hasInput: false, hasOutput: true }, () => resolve(false));
    first.on('error', () => resolve(false));
    first.on('close', (code) => resolve(code === 0));
    first.stdout?.resume();
    first.stderr.resume();
  });
}

/** The starter that is ready; null where there is none. */
export function starter(): Starter | null {
  const known = (toldToThreads(KEY) as Starter | null | undefined) ?? own;
  if (known === null) return null;
  try {
    process.kill(known.pid, 0);
    return known;
  } catch {
    forgetStarter(known.pid);
    return null;
  }
}

/** It does not answer, or has ended: Node starts programs itself from now on. */
export function forgetStarter(pid: number | undefined): void {
  if (own?.pid === pid) own = null;
  const told = toldToThreads(KEY) as Starter | null | undefined;
  if (told?.pid === pid) tellThreads(KEY, null);
}

/**
 * Has the starter that this thread began end what carries a mark, when this process ends before the watch does.
 * @param mark an entry of a program's environment, `<variable>=<value>`
 * @param onLost told when the starter ends before that
 * @returns what ends the watch; null where this thread has no starter
 */
export function watchByStarter(mark: string, onLost: () => void): (() => void) | null {
  if (lifeline === null) return null;
  lifeline.write(`watch ${mark}\n`);
  onEnd.add(onLost);
  return () => {
    onEnd.delete(onLost);
    lifeline?.write(`leave ${mark}\n`);
  };
}
