/** Repositories with more heads than the web server before them takes the names of. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { againAndAgain, startBreakingLine } from '../../testing/breaking-line.ts';
import { startBusyServer } from '../../testing/busy-server.ts';
import { git } from '../../testing/git-sources.ts';
import { HgWorkspace } from './testing/hg.ts';
import { type Imported, importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

const HEADS = 300;
/** Bytes of headers that the server takes: nginx has four buffers of 8 KB. */
const TAKEN = 12_000;
/** Bytes of a connection after which it breaks: more than a piece takes, less than all. */
const BROKEN_AT = 25_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry many heads '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// nginx and gunicorn; Python's own server.
test.each([400, 431])('of a server that refuses long headers with %i all heads arrive', async (status) => {
  const hg = new HgWorkspace(join(folder, `hg ${status}`));
  hg.hg('debugbuilddag', '-n', `+1:a ${'<a +1 '.repeat(HEADS)}`);
  const here = await importAll(hg.path, join(folder, `here ${status}`));
  const server = await serveHg(hg.path);
  const front = await startBusyServer(
    Number(new URL(server.url).port),
    Array(9).fill(status),
    ({ rawHeaders }) => rawHeaders.join('').length > TAKEN,
  );
  try {
    const { fetched, staging } = await importAll(`http://127.0.0.1:${front.port}`, join(folder, `served ${status}`));
    expect(front.answered).toEqual([status]);
    expect(fetched.commit_count).toBe(HEADS + 1);
    const refs = (repository: string) => git(repository, ['for-each-ref', '--format=%(objectname) %(refname)']);
    expect(refs(staging)).toBe(refs(here.staging));
  } finally {
    await front.stop();
    server.stop();
  }
});

test('where the connection breaks off as well, the pieces arrive', async () => {
  const hg = new HgWorkspace(join(folder, 'hg pieces'));
  hg.hg('debugbuilddag', '-n', `+1:a ${'<a +1 '.repeat(HEADS)}`);
  const here = await importAll(hg.path, join(folder, 'here pieces'));
  const server = await serveHg(hg.path, 'ignore');
  const { port } = new URL(server.url);
  const isLong = ({ rawHeaders }: { rawHeaders: string[] }) => rawHeaders.join('').length > TAKEN;
  const front = await startBusyServer(Number(port), Array(99).fill(400), isLong);
  const line = await startBreakingLine(`http://127.0.0.1:${front.port}`, BROKEN_AT);
  try {
    const place = join(folder, 'served pieces');
    let imported: Imported | undefined;
    await againAndAgain(async () => {
      imported = await importAll(line.url, place);
    });
    expect(imported?.fetched.commit_count).toBe(HEADS + 1);
    // The clone's own; no piece was refused, and what came before was kept.
    expect(front.answered).toEqual([400]);
    const refs = (repository: string) => git(repository, ['for-each-ref', '--format=%(objectname) %(refname)']);
    expect(refs(imported?.staging ?? '')).toBe(refs(here.staging));
  } finally {
    await line.stop();
    await front.stop();
    server.stop();
  }
});
