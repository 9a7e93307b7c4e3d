/** Keys of SSH servers that a person accepted here: `ssh/known_hosts` of the data folder, in ssh's own format. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../files/durable-file.ts';
import type { HostKey } from '../vocabulary/unknown-host.ts';
import { hostKey, isHostKey } from './host-keys.ts';
import { readKnownHostsFrom } from './ssh-command.ts';

export interface KnownHost extends HostKey {
  id: string;
  host: string;
  port: number;
}

const DEFAULT_PORT = 22;

export class KnownHosts {
  readonly #file: string;
  #writing: Promise<void> = Promise.resolve();

  /** From now on every ssh of this process reads the file, beside the person's own. */
  constructor(dataFolder: string) {
    const folder = join(dataFolder, 'ssh');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'known_hosts');
    readKnownHostsFrom(this.#file);
  }

  list(): KnownHost[] {
    return this.#lines().flatMap((line) => {
      const [name = '', type = '', key = ''] = line.split(' ');
      if (!isHostKey(type, key)) return [];
      const [, host = name, port] = /^\[(.*)\]:(\d+)$/.exec(name) ?? [];
      return [{ id: idOf(line), host, port: Number(port ?? DEFAULT_PORT), ...hostKey(type, key) }];
    });
  }

  /** Trusts the server with these keys. A key that is there already is not written twice. */
  accept(host: string, port: number, keys: readonly Pick<HostKey, 'type' | 'key'>[]): Promise<void> {
    const name = port === DEFAULT_PORT ? host : `[${host}]:${port}`;
    return this.#write((lines) => [...new Set([...lines, ...keys.map(({ type, key }) => `${name} ${type} ${key}`)])]);
  }

  /** @returns whether there was such a key */
  async forget(id: string): Promise<boolean> {
    if (!this.#lines().some((line) => idOf(line) === id)) return false;
    await this.#write((lines) => lines.filter((line) => idOf(line) !== id));
    return true;
  }

  #lines(): string[] {
    try {
      const text = readFileSync(this.#file, 'utf8');
      return text.split('\n').filter((line) => line !== '');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** One after the other: each writes the whole file. */
  #write(change: (lines: string[]) => string[]): Promise<void> {
    const written = this.#writing.then(() =>
      writeDurably(
        this.#file,
        change(this.#lines())
          .map((line) => `${line}\n`)
          .join(''),
      ),
    );
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

function idOf(line: string): string {
  return createHash('sha256').update(line).digest('hex').slice(0, 20);
}
