/** Repositories with more heads than the web server before them takes the names of. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBusyServer } from '../../testing/busy-server.ts';
import { git } from '../../testing/git-sources.ts';
import { HgWorkspace } from './testing/hg.ts';
import { importAll } from './testing/import-all.ts';
import { serveHg } from './testing/serve-hg.ts';

const HEADS = 300;
/** Bytes of headers that the server takes: nginx has four buffers of 8 KB. */
const TAKEN = 8192;

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
