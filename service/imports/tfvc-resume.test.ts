/** A Team Foundation import that is ended and killed in the middle goes on, and its result is the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomHistory } from '../sources/tfvc/testing/random-history.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { refsOf } from '../testing/git-sources.ts';
import { callEngine, endEngine, type ServedEngine, serveEngine } from '../testing/served-engine.ts';

const IMPORT = '/repos/acme/fiber/import';

/** Downloads at this changeset and behind it hang; resolves when the first one is asked for. */
function holdAt(server: TfvcServer, changeset: number): Promise<void> {
  return new Promise((resolve) => {
    server.fault = ({ query }) => {
      if (!query.has('download') || Number(query.get('version')) < changeset) return null;
      resolve();
      return { kind: 'stall', after: 0 };
    };
  });
}

async function complete(served: ServedEngine): Promise<void> {
  for (;;) {
    const { status, message } = await callEngine(served, 'GET', IMPORT);
    if (status === 'complete') break;
    expect([status, message]).toEqual([expect.stringMatching(/^(importing|mapping|pushing)$/), undefined]);
  }
  expect(await callEngine(served, 'GET', `${IMPORT}/report`)).toMatchObject({ verified: true });
}

async function start(served: ServedEngine, url: string): Promise<void> {
  await callEngine(served, 'POST', '/orgs/acme/repos', { name: 'fiber' });
  await callEngine(served, 'PUT', IMPORT, { vcs: 'tfvc', vcs_url: url, tfvc_project: 'Fabrikam Fiber' });
}

test('an import that is ended at one changeset and killed at a later one goes on; the result is the same', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry killed '));
  const server = await TfvcServer.start(randomHistory(11, 60));
  try {
    const held = holdAt(server, 25);
    const first = await serveEngine(join(folder, 'killed'));
    await start(first, server.url);
    await held;
    expect(await endEngine(first.process, 'SIGTERM')).toBe(0);

    const later = holdAt(server, 45);
    const second = await serveEngine(join(folder, 'killed'));
    await later;
    await endEngine(second.process, 'SIGKILL');

    server.fault = () => null;
    const before = server.requests.length;
    const third = await serveEngine(join(folder, 'killed'));
    expect(third.stderr()).toMatch(/goes on where it was cut off/);
    await complete(third);
    const asked = server.requests
      .slice(before)
      .map(({ path }) => Number(/changesets\/(\d+)\/changes$/.exec(path)?.[1]))
      .filter((id) => !Number.isNaN(id));
    // What the first one had made durable was not asked for again.
    expect(Math.min(...asked)).toBeGreaterThan(15);
    await endEngine(third.process, 'SIGTERM');

    const whole = await serveEngine(join(folder, 'whole'));
    await start(whole, server.url);
    await complete(whole);
    await endEngine(whole.process, 'SIGTERM');
    const repository = 'repositories/acme/fiber.git';
    expect(refsOf(join(folder, 'killed', repository))).toBe(refsOf(join(folder, 'whole', repository)));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
