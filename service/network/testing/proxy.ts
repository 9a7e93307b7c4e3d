/** Debian's tinyproxy, as small networks run it. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, listening } from '../../testing/ports.ts';

export interface TestProxy {
  port: number;
  /** `http://127.0.0.1:port` */
  address: string;
  /** Requests that came, as `METHOD target`. */
  requests(): string[];
  stop(): Promise<void>;
}

export interface TestProxyOptions {
  user?: { name: string; password: string };
  /** Ports that it connects to; all without it. */
  connectPort?: number;
}

/** @param folder an empty one */
export async function startProxy(folder: string, { user, connectPort }: TestProxyOptions = {}): Promise<TestProxy> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const configuration = join(folder, 'tinyproxy.conf');
  writeFileSync(
    configuration,
    `Port ${port}
Listen 127.0.0.1
Timeout 30
LogFile "${log}"
LogLevel Connect
MaxClients 50
${user === undefined ? '' : `BasicAuth ${user.name} ${user.password}`}
${connectPort === undefined ? '' : `ConnectPort ${connectPort}`}
`,
  );
  const proxy = spawn('tinyproxy', ['-d', '-c', configuration], { stdio: 'ignore' });
  const ended = new Promise<'ended'>((resolve, reject) => {
    proxy.once('exit', () => resolve('ended'));
    proxy.once('error', reject);
  });
  if ((await Promise.race([listening(port), ended])) === 'ended') throw new Error('tinyproxy did not start');
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    requests: () =>
      [...readFileSync(log, 'utf8').matchAll(/Request \(file descriptor \d+\): (\S+ \S+)/g)].map(
        (found) => found[1] as string,
      ),
    async stop() {
      proxy.kill('SIGTERM');
      await ended;
    },
  };
}
