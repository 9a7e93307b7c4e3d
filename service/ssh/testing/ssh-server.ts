/** An SSH server for tests: lets everybody in and runs what is asked, as sshd would for a shell account. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection, Server } from 'ssh2';

// The package is CommonJS and names its exports at run time.
const ssh2 = createRequire(import.meta.url)('ssh2') as typeof import('ssh2');

export interface SshServer {
  port: number;
  /** `ssh://127.0.0.1:<port>`. */
  url: string;
  /** Of its host key, as ssh writes it. */
  fingerprint: string;
  /** Commands that were run. */
  commands: string[];
  /** Cuts the line in the middle of the next so many commands that fit. */
  cutNext(command: RegExp, times: number): void;
  stop(): Promise<void>;
}

function makeHostKey(): { secret: string; public: string } {
  const folder = mkdtempSync(join(tmpdir(), 'host-key-'));
  try {
    const file = join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    return { secret: readFileSync(file, 'utf8'), public: readFileSync(`${file}.pub`, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param options `port` 0 chooses a free one; `refuse` lets nobody in; `programs` is a folder of commands beside the
 * machine's own
 */
export async function serveSsh(
  options: { port?: number; refuse?: boolean; programs?: string } = {},
): Promise<SshServer> {
  const key = makeHostKey();
  const commands: string[] = [];
  const connections = new Set<Connection>();
  let cut: { command: RegExp; times: number } | null = null;
  const server: Server = new ssh2.Server({ hostKeys: [key.secret] }, (connection) => {
    connections.add(connection);
    connection.on('error', () => undefined);
    connection.on('close', () => connections.delete(connection));
    connection.on('authentication', (attempt) =>
      options.refuse === true ? attempt.reject(['publickey']) : attempt.accept(),
    );
    connection.on('session', (accept) => {
      const session = accept();
      session.on('env', (allow) => allow?.());
      session.on('exec', (start, _refuse, { command }) => {
        commands.push(command);
        if (cut !== null && cut.times > 0 && cut.command.test(command)) {
          cut.times -= 1;
          connection.end();
          return;
        }
        const channel = start();
        const path = [options.programs, process.env.PATH].filter((part) => part !== undefined).join(':');
        const child = spawn('sh', ['-c', command], { env: { ...process.env, PATH: path } });
        channel.on('error', () => undefined);
        child.stdin.on('error', () => undefined);
        channel.pipe(child.stdin);
        child.stdout.pipe(channel, { end: false });
        child.stderr.pipe(channel.stderr, { end: false });
        child.on('close', (code) => {
          channel.exit(code ?? 1);
          channel.end();
        });
        channel.on('close', () => child.kill());
      });
    });
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const blob = Buffer.from(key.public.split(' ')[1] ?? '', 'base64');
  return {
    port,
    url: `ssh://127.0.0.1:${port}`,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    commands,
    cutNext: (command, times) => {
      cut = { command, times };
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        for (const connection of connections) connection.end();
      }),
  };
}
