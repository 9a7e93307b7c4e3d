/** An engine in a process of its own, asked over HTTP. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { OWNER } from './owner.ts';

/** Longer than any start of a small data folder, in milliseconds. */
const START_MS = 30_000;
const END_MS = 15_000;

// biome-ignore lint/suspicious/noExplicitAny: what comes is checked field by field where it is used
export type Json = any;
export interface Answer {
  status: number;
  body: Json;
}

/** The engine did not start, or is gone. The message is the engine's own. */
export class EngineGone extends Error {}

export class Engine {
  readonly baseUrl: string;
  readonly #child: ChildProcess;
  readonly #log: () => string;

  private constructor(child: ChildProcess, baseUrl: string, log: () => string) {
    this.#child = child;
    this.baseUrl = baseUrl;
    this.#log = log;
  }

  /** @throws EngineGone with the last lines of its log when it does not start */
  static async start(data: string, clockAhead = 0): Promise<Engine> {
    const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
    // A group of its own: it is killed with everything that it started there.
    const child = spawn(process.execPath, [script, data, String(clockAhead)], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
    try {
      const line = await new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout }).once('line', resolve);
        child.once('close', (code, signal) =>
          reject(
            new EngineGone(`the start ended with ${code ?? signal}: ${log.trim().split('\n').slice(-12).join(' | ')}`),
          ),
        );
      });
      return new Engine(child, line, () => log);
    } finally {
      clearTimeout(timer);
    }
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Everything that it logged. */
  log(): string {
    return this.#log();
  }

  /** @throws EngineGone when nobody answers */
  async api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(this.baseUrl + path, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Basic ${Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64')}`,
          accept: 'application/vnd.github.wyandotte-preview+json',
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    } catch (error) {
      throw new EngineGone(`${method} ${path}: ${(error as Error).message}`);
    }
  }

  /** Address that git takes. */
  cloneUrl(repository: string): string {
    const origin = new URL(this.baseUrl).origin;
    return `${origin.replace('//', `//${OWNER.login}:${OWNER.password}@`)}/${repository}.git`;
  }

  /** @returns its exit code; null when it had to be killed */
  async end(): Promise<number | null> {
    if (this.isGone) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_MS);
    await exited;
    clearTimeout(timer);
    return this.#child.exitCode;
  }

  /** SIGKILL: itself alone, or with the tools that share its group. */
  async kill(whole: boolean): Promise<void> {
    if (this.isGone) return;
    const exited = once(this.#child, 'exit');
    if (whole) process.kill(-this.pid, 'SIGKILL');
    else this.#child.kill('SIGKILL');
    await exited;
  }
}
