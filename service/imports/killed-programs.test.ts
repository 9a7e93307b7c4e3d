/** SIGKILL of the engine while the programs of every kind of source wait for a server: none of them outlives it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noneRuns, programsOf } from '../testing/marked-programs.ts';
import { callEngine, endEngine, serveEngine } from '../testing/served-engine.ts';

/** Which programs must hang on the silent server for each source: those that a worker or git itself started among them. */
const SOURCES = [
  { vcs: 'subversion', scheme: 'svn', programs: ['svn'] },
  { vcs: 'git', scheme: 'git', programs: ['git'] },
  { vcs: 'git', scheme: 'http', programs: ['git', 'git-remote-http'] },
  { vcs: 'mercurial', scheme: 'http', programs: ['hg'] },
  { vcs: 'git', scheme: 'ssh', programs: ['ssh'] },
];

test.skipIf(process.platform !== 'linux')('no program outlives an engine that is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry killed '));
  const data = join(folder, 'data');
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const engine = await serveEngine(data);
  for (const [index, { vcs, scheme }] of SOURCES.entries()) {
    await callEngine(engine, 'POST', '/orgs/acme/repos', { name: `r${index}` });
    await callEngine(engine, 'PUT', `/repos/acme/r${index}/import`, {
      vcs,
      vcs_url: `${scheme}://127.0.0.1:${port}/r`,
    });
  }
  const names = () => programsOf(data).map(({ name }) => name);
  const awaited = SOURCES.flatMap(({ programs }) => programs);
  // Another process: its events are its own.
  while (sockets.size < SOURCES.length || !awaited.every((name) => names().some((one) => one.startsWith(name)))) {
    await pause(20);
  }
  await endEngine(engine.process, 'SIGKILL');
  await noneRuns(data);
  expect(names()).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});
