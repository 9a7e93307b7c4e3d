import { spawn } from 'node:child_process';

/** `hg serve` on a free port. */
export async function serveHg(repository: string): Promise<{ url: string; stop(): void }> {
  const server = spawn('hg', ['-R', repository, 'serve', '-a', '127.0.0.1', '-p', '0', '--print-url'], {
    env: { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    server.once('error', reject);
  });
  return { url, stop: () => server.kill() };
}
