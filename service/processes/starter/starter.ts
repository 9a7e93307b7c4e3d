/** The starter of this process: one for an engine and its threads. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { linuxStat } from '../engine-mark.ts';
import { childEnvironment } from '../environment.ts';
import { STARTER_SCRIPT } from './script.ts';
import { StartedProgram } from './started-program.ts';

const KEY = 'gantry.starter';
/** States beside the number of its process. */
const [NONE, BEGUN] = [0, -1];

export interface Starter {
  /** Where it listens: the path of an abstract socket. */
  path: string;
  pid: number;
}

interface Shared {
  path: string;
  /** One number: the process that is ready, or a state. Threads that are started from here see it change. */
  state: Int32Array;
}

const inherited = getEnvironmentData(KEY) as unknown as Shared | undefined;
const shared = inherited ?? {
  path: `\0gantry-${process.pid}-${randomBytes(12).toString('hex')}`,
  state: new Int32Array(new SharedArrayBuffer(4)),
};
if (inherited === undefined) setEnvironmentData(KEY, shared as never);

let begun: Promise<void> | null = null;
/** Told once this thread has begun it. */
const onBegin = new Set<(begun: Promise<void>) => void>();
let lifeline: Writable | null = null;
/** Told when the one that this thread began has ended. */
const onEnd = new Set<() => void>();

/**
 * Starts it, once in a process and where the system is Linux; until it is ready Node starts programs itself, so nobody need wait.
 * It ends with this process, or with the thread that called: one that does single jobs leaves it to who gave it the job.
 * @returns when it is ready, or known not to be; at once where another thread began it
 */
export function beginStarter(): Promise<void> {
  if (process.platform !== 'linux') return Promise.resolve();
  if (Atomics.compareExchange(shared.state, 0, NONE, BEGUN) === NONE) {
    begun = begin();
    for (const tell of onBegin) tell(begun);
    onBegin.clear();
  }
  return begun ?? Promise.resolve();
}

/**
 * Tells once the starter is wanted, by whoever wants it; at once where it was before.
 * @returns what takes this back
 */
export function whenStarterBegins(tell: (begun: Promise<void>) => void): () => void {
  if (Atomics.load(shared.state, 0) !== NONE) {
    tell(begun ?? Promise.resolve());
    return () => undefined;
  }
  onBegin.add(tell);
  return () => onBegin.delete(tell);
}

/** Whether no thread around this one could have begun it. */
export function isOutermost(): boolean {
  return inherited === undefined;
}

function begin(): Promise<void> {
  const child = spawn('perl', ['-e', STARTER_SCRIPT, shared.path.slice(1), String(process.pid)], {
    cwd: '/',
    env: childEnvironment(),
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // Where there are too many open files for these, Node leaves them out.
  if (!child.stdin || !child.stdout) {
    child.on('error', () => undefined);
    return Promise.resolve();
  }
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
      if (child.pid !== undefined && (await answers())) {
        lifeline = child.stdin;
        Atomics.store(shared.state, 0, child.pid);
      } else {
        child.kill();
      }
      resolve();
    });
  });
}

/** Whether it starts a program on this machine: what cannot be asked later fails here. */
function answers(): Promise<boolean> {
  const request = { name: 'first', program: 'true', args: [], env: childEnvironment(), cwd: '/' };
  return new Promise((resolve) => {
    const first = new StartedProgram(shared.path, { ...request, hasInput: false, hasOutput: true }, () =>
      resolve(false),
    );
    first.on('error', () => resolve(false));
    first.on('close', (code) => resolve(code === 0));
    first.stdout?.resume();
    first.stderr.resume();
  });
}

/** The starter that is ready; null where there is none. */
export function starter(): Starter | null {
  const pid = Atomics.load(shared.state, 0);
  if (pid === NONE || pid === BEGUN) return null;
  // A thread that is gone leaves nobody who would reap it.
  const stat = linuxStat(pid);
  // With too many files open, nothing can be read of one that is there.
  const isThere = stat === null ? existsSync(`/proc/${pid}`) : stat.state !== 'Z';
  if (isThere) return { path: shared.path, pid };
  forgetStarter(pid);
  return null;
}

/** It does not answer, or has ended: Node starts programs itself from now on. */
export function forgetStarter(pid: number | undefined): void {
  if (pid !== undefined) Atomics.compareExchange(shared.state, 0, pid, BEGUN);
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
