/** Where a login is while a tool talks to a server: on no disk, in no argument. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitSource } from './git/index.ts';
import { mercurialSource } from './mercurial/index.ts';
import type { Source } from './source.ts';
import { subversionSource } from './subversion/index.ts';

const LOGIN = { username: '4f1e0c9a8b7d6e5f40312233445566778899aabb', password: 'open "sesame"\\ %(user)s $HOME ünd' };
const EXPECTED = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`;
let server: Server;
let url: string;
let folder: string;
/** Resolves with what a request with a login carried; the request is never answered. */
let loggedIn: Promise<string>;
let heard: (authorization: string) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.headers.authorization !== undefined) return heard(request.headers.authorization);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/r`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function arguments_(): string {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // It has ended.
        return '';
      }
    })
    .join('\n');
}

function contents(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const sources: [string, Source, boolean][] = [
  ['git', gitSource, true],
  ['Mercurial', mercurialSource, true],
  // Subversion reads a user name from an argument or a file: its file is closed to others, and goes with the work.
  ['Subversion', subversionSource, false],
];

test.runIf(process.platform === 'linux').each(sources)(
  '%s: the server gets the login; no argument and no file holds the password',
  async (_name, source, isNameSecret) => {
    folder = mkdtempSync(join(tmpdir(), 'gantry-logins-'));
    loggedIn = new Promise((resolve) => {
      heard = resolve;
    });
    const abort = new AbortController();
    const probe = source.probe(url, {
      credentials: LOGIN,
      signal: abort.signal,
      privateFolder: folder,
    } as Parameters<Source['probe']>[1]);
    probe.catch(() => undefined);
    try {
      expect(await Promise.race([loggedIn, probe])).toBe(EXPECTED);
      for (const place of [arguments_(), contents(folder)]) {
        expect(place.includes(LOGIN.password)).toBe(false);
        expect(place.includes('sesame')).toBe(false);
      }
      expect(arguments_().includes(LOGIN.username)).toBe(false);
      if (isNameSecret) expect(contents(folder).includes(LOGIN.username)).toBe(false);
    } finally {
      abort.abort();
      await probe.catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
