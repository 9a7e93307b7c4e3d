/** `git daemon`: what `git://` talks to. */
import { spawn } from 'node:child_process';
import { freePort, listening } from './ports.ts';

export interface GitDaemon {
  port: number;
  stop(): void;
}

/** @param folder every repository below it is served */
export async function serveGitDaemon(folder: string): Promise<GitDaemon> {
  const port = await freePort();
  const daemon = spawn(
    'git',
    ['daemon', '--reuseaddr', '--export-all', `--base-path=${folder}`, '--listen=127.0.0.1', `--port=${port}`],
    { detached: true, stdio: 'ignore' },
  );
  await listening(port);
  // The programs that it starts for its callers as well.
  return { port, stop: () => void process.kill(-(daemon.pid as number), 'SIGKILL') };
}
