/** Times whole commands and reads the peak memory of their process trees. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface Measured {
  seconds: number;
  /** Largest sum of resident memory of the command and its children, in megabytes (Linux only, else 0). */
  peakMb: number;
  stdout: string;
}

const SAMPLE_MS = 50;

function residentKb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function childrenOf(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process ended while we looked.
    }
  }
  return children;
}

/** Resident memory of a process and everything it started, in megabytes. */
export function treeMemoryMb(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const children = childrenOf();
  let sum = 0;
  const open = [pid];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    sum += residentKb(at);
    open.push(...(children.get(at) ?? []));
  }
  return sum / 1024;
}

/** @throws Error with the command's last words when it fails */
export async function measure(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; input?: (stdin: NodeJS.WritableStream) => Promise<void> } = {},
): Promise<Measured> {
  const start = performance.now();
  const child = spawn(command, [...args], {
    cwd: options.cwd ?? process.cwd(),
    env: options.env ?? process.env,
    stdio: [options.input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout = (stdout + chunk.toString()).slice(-100_000);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-4000);
  });
  let peakMb = 0;
  const timer = setInterval(() => {
    if (child.pid !== undefined) peakMb = Math.max(peakMb, treeMemoryMb(child.pid));
  }, SAMPLE_MS);
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? -1));
  });
  if (options.input && child.stdin) await options.input(child.stdin);
  const code = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${stderr.slice(-800)}`);
  return { seconds: (performance.now() - start) / 1000, peakMb, stdout };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median of the ratios run by run: the two of a pair ran one after the other, so a machine whose speed drifts does not show. */
export function pairedRatio(above: readonly number[], below: readonly number[]): number {
  return median(above.map((value, i) => value / (below[i] as number)));
}
