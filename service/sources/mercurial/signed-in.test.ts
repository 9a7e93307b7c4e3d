/** A Mercurial server behind a login whose name and password are of other alphabets than ASCII. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newContext } from '../subversion/testing/import-all.ts';
import { mercurialSource } from './index.ts';
import { basic, guard } from './testing/guard.ts';
import { HgWorkspace } from './testing/hg.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hg signed in '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  { username: 'jürgen', password: 'Paßwort "7" % ünd' },
  { username: 'ann', password: 'пароль 🦊' },
])('$username with $password', async (credentials) => {
  const source = new HgWorkspace(join(folder, 'source'));
  source.write('a', '1');
  source.commit('one');
  source.write('a', '2');
  source.commit('two');
  const hg = await serveHg(source.path);
  const server = await guard(hg.url, basic(credentials));
  try {
    const context = { ...newContext(folder), credentials };
    expect(await mercurialSource.probe(server.url, context)).toMatchObject({ kind: 'found', vcs: 'mercurial' });
    const fetched = await mercurialSource.fetch(server.url, context);
    expect(fetched.commit_count).toBe(2);
    expect(await mercurialSource.isUnchanged?.(server.url, context)).toBe(true);
    const wrong = { ...newContext(folder), credentials: { ...credentials, password: 'falsch ß' } };
    await expect(mercurialSource.probe(server.url, wrong)).rejects.toMatchObject({ key: 'credentials.login_refused' });
  } finally {
    server.stop();
    hg.stop();
  }
});

it('a server that leads elsewhere only who has signed in takes the login along to no other server', async () => {
  const credentials = { username: 'ann', password: 'open sesame' };
  const heard: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    heard.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  const named = createServer((request, response) => {
    if (request.headers.authorization !== basic(credentials))
      response.writeHead(401, { 'www-authenticate': 'Basic realm="hg"' }).end();
    else response.writeHead(307, { location: `${addressOf(other)}${request.url}` }).end();
  });
  const servers = [other, named];
  const addressOf = (server: typeof other) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const server of servers) await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const context = { ...newContext(folder), credentials };
    await mercurialSource.probe(`${addressOf(named)}/hg`, context).catch(() => undefined);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter((login) => login !== undefined)).toEqual([]);
  } finally {
    for (const server of servers) server.close();
    for (const server of servers) server.closeAllConnections();
  }
});
