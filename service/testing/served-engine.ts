/** The engine in a process of its own, for tests that end it in the middle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { OWNER } from './engine.ts';
import { serveProgram } from './serve-program.ts';

export interface ServedEngine {
  process: ChildProcess;
  baseUrl: string;
  stderr: () => string;
}

/** Starts it as `npm run serve` does; resolves when it answers. */
export async function serveEngine(data: string, more: readonly string[] = []): Promise<ServedEngine> {
  const child = spawn(
    process.execPath,
    [serveProgram, '--data', data, '--port', '0', '--owner', OWNER.login, '--organization', 'acme', ...more],
    {
      env: { PATH: process.env.PATH ?? '', GANTRY_PASSWORD: OWNER.password },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error(stderr)));
  });
  return { process: child, baseUrl: (JSON.parse(line) as { base_url: string }).base_url, stderr: () => stderr };
}

/** Sends a signal and resolves with the exit code when the process is gone. */
export function endEngine(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

export async function callEngine(served: ServedEngine, method: string, path: string, body?: unknown) {
  const response = await fetch(served.baseUrl + path, {
    method,
    headers: { authorization: `Basic ${Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64')}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as { status: string; message?: string };
}
