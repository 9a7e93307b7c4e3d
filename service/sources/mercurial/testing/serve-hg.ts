import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** `hg serve` on a free port. @param errors 'ignore' where a test breaks its connections */
export function serveHg(
  repository: string,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<{ url: string; stop(): void }> {
  return serve(['-R', repository, 'serve'], errors);
}

/** The same of all repositories of a folder, with a list of them at its address. @param configuration a new file */
export async function serveHgFolder(folder: string, configuration: string): Promise<{ url: string; stop(): void }> {
  // A path with a space would be two.
  writeFileSync(configuration, '[paths]\n/ = ./**\n');
  // Of each connection that is closed before its page is read to the end, hg writes where that happened.
  const server = await serve(['serve', '--web-conf', configuration], 'ignore', folder);
  // It answers 500 to one in twenty first questions while it looks for its repositories (Mercurial 6.3, on a machine with much to do).
  for (let isReady = false; !isReady; ) {
    const answer = await fetch(`${server.url.replace(/\/$/, '')}/?style=raw`);
    await answer.arrayBuffer();
    isReady = answer.ok;
  }
  return server;
}

async function serve(
  args: string[],
  errors: 'inherit' | 'ignore',
  folder?: string,
): Promise<{ url: string; stop(): void }> {
  const server = spawn('hg', [...args, '-a', '127.0.0.1', '-p', '0', '--print-url'], {
    env: { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' },
    stdio: ['ignore', 'pipe', errors],
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`hg serve ended with ${code}`)));
  });
  return { url, stop: () => server.kill() };
}
