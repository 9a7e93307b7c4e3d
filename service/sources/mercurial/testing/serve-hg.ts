import { spawn } from 'node:child_process';

/** `hg serve` on a free port. @param errors 'ignore' where a test breaks its connections */
export async function serveHg(
  repository: string,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<{ url: string; stop(): void }> {
  const server = spawn('hg', ['-R', repository, 'serve', '-a', '127.0.0.1', '-p', '0', '--print-url'], {
    env: { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' },
    stdio: ['ignore', 'pipe', errors],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    server.once('error', reject);
  });
  return { url, stop: () => server.kill() };
}
