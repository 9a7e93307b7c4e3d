/** Git as people run it against `clone_url`: its own process, nothing shared with the engine. */
import { spawn } from 'node:child_process';

export interface GitEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs git in a folder; never rejects. No prompts, no configuration but `env`. */
export function runClient(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<GitEnd> {
  const child = spawn('git', [...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.org',
      LC_ALL: 'C.UTF-8',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** The address of a repository with a login in it. */
export function withLogin(url: string, login: string, password: string): string {
  const address = new URL(url);
  address.username = encodeURIComponent(login);
  address.password = encodeURIComponent(password);
  return address.href;
}
