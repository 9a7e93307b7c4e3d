/** Servers whose answers have no end, which hg reads whole before it looks at them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';

const PIECE = Buffer.alloc(1 << 16, 'word ');
let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry endless '));
  server = createServer((_request, response) => {
    response.on('error', () => undefined);
    response.setHeader('content-type', 'application/mercurial-0.1');
    goOn(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function goOn(response: ServerResponse): void {
  while (!response.destroyed) {
    if (response.write(PIECE)) continue;
    response.once('drain', () => goOn(response));
    return;
  }
}

test.skipIf(process.platform !== 'linux')(
  'an answer without end is told as that, and takes no more memory than hg may have',
  async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`;
    const access = { credentials: null, privateFolder: join(folder, 'private'), signal: new AbortController().signal };
    const failure = await runHg(access, url, {
      args: ['identify', '--id', '--', url],
      mostMemory: 192 << 20,
      failure: ({ stderrTail }) => hgFailure(stderrTail, url, false),
    }).done.catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'broken_source', key: 'mercurial.answer_too_large', parameters: { url } });
  },
);
