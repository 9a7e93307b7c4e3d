/** Real servers behind a line that is cut in the middle of a fetch: it goes on by itself, and says that it waits. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { serveHg } from '../sources/mercurial/testing/serve-hg.ts';
import { TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { startBusyServer } from '../testing/busy-server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitDaemon } from '../testing/git-daemon.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { type SlowLink, startSlowLink } from '../testing/slow-link.ts';
import { serveSvnHttp } from '../testing/svn-http.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

let folder: string;
let engine: TestEngine;
/** Milliseconds that were waited; waits pass at once. */
let waited: number[] = [];
let onWait: (waits: number, signal: AbortSignal) => void | Promise<void> = () => undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry cut '));
  engine = await startTestEngine(undefined, {
    elapsed: () => waited.reduce((sum, milliseconds) => sum + milliseconds, 0),
    wait: async (milliseconds, signal) => {
      waited.push(milliseconds);
      await onWait(waited.length, signal);
      signal.throwIfAborted();
    },
  });
});
beforeEach(() => {
  waited = [];
  onWait = () => undefined;
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Served {
  vcs: string;
  port: number;
  /** Bytes after which the line stalls: in the middle of the fetch. */
  after: number;
  url(port: number): string;
  stop(): void | Promise<void>;
}

const portOf = (url: string) => Number(new URL(url).port);

const servers: Record<string, (revisions?: number) => Promise<Served>> = {
  subversion: async (revisions = 20) => {
    const place = mkdtempSync(join(folder, 'svn '));
    const path = makeSvnSource(place, 'svn', projectHistory('', revisions, ['a', 'b']));
    const { url, stop } = await serveSvn(place, [path], null);
    return { vcs: 'subversion', port: portOf(url), after: 30_000, url: (port) => `svn://127.0.0.1:${port}/svn`, stop };
  },
  git: async () => {
    mkdirSync(join(folder, 'git'), { recursive: true });
    if (!existsSync(join(folder, 'git/g.git'))) makeGitSource(join(folder, 'git'), 'g.git', historyStream(600));
    const { url, stop } = await serveGitHttp(join(folder, 'git'), null);
    return { vcs: 'git', port: portOf(url), after: 15_000, url: (port) => `http://127.0.0.1:${port}/g.git`, stop };
  },
  mercurial: async () => {
    const hg = new HgWorkspace(mkdtempSync(join(folder, 'hg ')));
    for (let n = 0; n < 3; n++) {
      hg.write(`noise${n}`, randomBytes(60_000).toString('base64'));
      hg.commit(`change ${n}`);
    }
    const { url, stop } = await serveHg(hg.path);
    return { vcs: 'mercurial', port: portOf(url), after: 100_000, url: (port) => `http://127.0.0.1:${port}/`, stop };
  },
  tfvc: async () => {
    const model = new TfvcModel();
    model.addProject('Shop');
    for (let n = 0; n < 30; n++) {
      model.checkIn({ comment: `Change ${n}` }, (work) =>
        work.add(`$/Shop/Main/file${n}`, randomBytes(2000).toString('hex')),
      );
    }
    const server = await TfvcServer.start(model);
    const path = new URL(server.url).pathname;
    return {
      ...{ vcs: 'tfvc', port: portOf(server.url), after: 60_000 },
      url: (port) => `http://127.0.0.1:${port}${path}`,
      stop: () => server.stop(),
    };
  },
};

/** Starts an import over a line that is cut in the middle of the fetch. */
async function cutOff(name: string, served: Served, cut = true): Promise<SlowLink> {
  const link = await startSlowLink(served.port, served.after);
  await engine.api('POST', '/orgs/acme/repos', { name });
  const started = await engine.api('PUT', `/repos/acme/${name}/import`, {
    vcs: served.vcs,
    vcs_url: served.url(link.port),
    ...(served.vcs === 'tfvc' ? { tfvc_project: 'Shop' } : {}),
  });
  expect(started.status).toBe(201);
  await link.stalled;
  expect((await engine.api('GET', `/repos/acme/${name}/import`)).body.status).toBe('importing');
  if (cut) link.cut();
  return link;
}

const logOf = async (name: string) =>
  ((await engine.api('GET', `/repos/acme/${name}/import/log`)).body as { text: string }[]).map(({ text }) => text);

test.each(Object.entries(servers))('%s goes on when the line is there again', async (name, serve) => {
  const served = await serve();
  let said = '';
  onWait = async (waits) => {
    said ||= (await engine.api('GET', `/repos/acme/${name}/import`)).body.status_text;
    if (waits === 2) link.open();
  };
  const link = await cutOff(name, served);
  const ended = await engine.importIn(name, ['complete', 'error']);
  expect(ended.status, JSON.stringify(ended)).toBe('complete');
  expect((await engine.api('GET', `/repos/acme/${name}/import/report`)).body.verified).toBe(true);
  expect(git(join(engine.folder, 'repositories/acme', `${name}.git`), ['fsck'])).toBe('');
  expect(said).toMatch(/^Waiting for the server\. Trying again in (a second|2 seconds)\.$/);
  const log = await logOf(name);
  expect(log.filter((text) => text.includes('Waiting for the server. Trying again in'))).toHaveLength(2);
  expect(log).toContain('The server answers again.');
  await link.stop();
  await served.stop();
});

test('a git daemon that closes without a word in the middle of an import is asked again', async () => {
  mkdirSync(join(folder, 'daemon'), { recursive: true });
  makeGitSource(join(folder, 'daemon'), 'g.git', historyStream(30));
  const daemon = await serveGitDaemon(join(folder, 'daemon'));
  let silentAt = Number.POSITIVE_INFINITY;
  let asked = 0;
  const door = createServer((near) => {
    asked += 1;
    near.on('error', () => undefined);
    if (asked === silentAt) return void near.once('data', () => near.end());
    const far = connect(daemon.port, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  onTestFinished(() => {
    door.close();
    daemon.stop();
  });
  await new Promise<void>((open) => door.listen(0, '127.0.0.1', open));
  const imported = async (name: string) => {
    asked = 0;
    await engine.api('POST', '/orgs/acme/repos', { name });
    const vcs_url = `git://127.0.0.1:${(door.address() as AddressInfo).port}/g.git`;
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url });
    return engine.importIn(name, ['complete', 'error']);
  };
  expect((await imported('told')).status).toBe('complete');
  // It looks, it fetches, it compares.
  expect(asked).toBe(3);
  silentAt = 1;
  expect((await imported('silent1')).status).toBe('error');
  expect(waited).toEqual([]);
  silentAt = 2;
  expect((await imported('silent2')).status).toBe('complete');
  expect(waited).toHaveLength(1);
  expect((await logOf('silent2')).join('\n')).toMatch(/closed the connection without .*Waiting for the server/);
  expect((await logOf('silent2')).at(-1)).toBe('The repository equals the source.');
  silentAt = 3;
  expect((await imported('silent3')).status).toBe('complete');
  expect((await logOf('silent3')).at(-1)).toMatch(
    /^The repository equals what was fetched\. .* the source did not answer now/,
  );
});

/** What asks for the history itself, rather than what the source is. */
const FETCHES: Record<string, (url: string, body: Buffer) => boolean> = {
  subversion: (_url, body) => body.includes('replay-report') || body.includes('update-report'),
  git: (url, body) => url.endsWith('/git-upload-pack') && body.includes('want '),
  mercurial: (url) => url.includes('cmd=getbundle'),
};

test.each(Object.keys(FETCHES))('%s goes on when the server had too much to do, or was started anew', async (vcs) => {
  const name = `busy-${vcs}`;
  const place = mkdtempSync(join(folder, `${name} `));
  // Apache is another user.
  chmodSync(folder, 0o755);
  const path = makeSvnSource(place, 'svn', projectHistory('', 20, ['a', 'b']));
  const apache = vcs === 'subversion' ? await serveSvnHttp(join(place, 'apache'), path, null) : null;
  const other = apache === null ? await (servers[vcs] as () => Promise<Served>)() : null;
  const url = apache?.url ?? other?.url(other.port) ?? '';
  const isFetch = FETCHES[vcs] as (url: string, body: Buffer) => boolean;
  const busy = await startBusyServer(portOf(url), [503, 429, 502], ({ url = '' }, body) => isFetch(url, body));
  await engine.api('POST', '/orgs/acme/repos', { name });
  const vcs_url = url.replace(`:${portOf(url)}`, `:${busy.port}`);
  expect((await engine.api('PUT', `/repos/acme/${name}/import`, { vcs, vcs_url })).status).toBe(201);
  const ended = await engine.importIn(name, ['complete', 'error']);
  expect(ended.status, JSON.stringify(ended)).toBe('complete');
  expect((await engine.api('GET', `/repos/acme/${name}/import/report`)).body.verified).toBe(true);
  expect(busy.answered).toEqual([503, 429, 502]);
  expect(waited).toHaveLength(3);
  const log = (await logOf(name)).join('\n');
  for (const status of busy.answered) expect(log).toContain(`answers with HTTP ${status}: it has too much to do`);
  await busy.stop();
  await (apache ?? other)?.stop();
});

test('an import that was cut off waits at the next start for a server that is not there yet', async () => {
  const served = await (servers.subversion as () => Promise<Served>)();
  const link = await cutOff('later', served, false);
  onWait = (waits) => {
    if (waits === 2) link.open();
  };
  await engine.service.close();
  link.cut();
  await engine.restart();
  expect(await engine.importIn('later', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(waited).toHaveLength(2);
  await link.stop();
  await served.stop();
});

test('a server that stays away is given up after the time that was said; a wait is cancelled at once', async () => {
  const served = await (servers.subversion as () => Promise<Served>)();
  expect((await engine.api('GET', '/settings/network')).body.wait_minutes).toBe(5);
  await engine.api('PATCH', '/settings/network', { wait_minutes: 1 });
  const gone = await cutOff('gone', served);
  expect(await engine.importIn('gone', ['complete', 'error'])).toMatchObject({ status: 'error' });
  expect(waited.length).toBeGreaterThan(3);
  expect(waited.reduce((sum, milliseconds) => sum + milliseconds)).toBe(60_000);
  expect((await engine.api('PATCH', '/settings/network', { wait_minutes: 0 })).body.wait_minutes).toBe(0);
  waited = [];
  const never = await cutOff('never', served);
  expect(await engine.importIn('never', ['complete', 'error'])).toMatchObject({ status: 'error' });
  expect(waited).toEqual([]);
  await engine.api('PATCH', '/settings/network', { wait_minutes: 5 });

  // Cancelled while it waits: at once.
  const waits = Promise.withResolvers<void>();
  onWait = async (_waits, signal) => {
    waits.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
  const cancelled = await cutOff('cancelled', served);
  await waits.promise;
  expect((await engine.api('DELETE', '/repos/acme/cancelled/import')).status).toBe(204);
  for (const link of [gone, never, cancelled]) await link.stop();
  await served.stop();
});

test.each(['tfvc', 'subversion'])('%s: an end in the middle says that what came is kept', async (vcs) => {
  // svnrdump holds the first ones back.
  const served = await (servers[vcs] as (typeof servers)[string])(200);
  await engine.api('PATCH', '/settings/network', { wait_minutes: 0 });
  const link = await cutOff(`kept-${vcs}`, vcs === 'tfvc' ? served : { ...served, after: 400_000 }, false);
  // What a program has not read is lost with its connection.
  await engine.event('import.progress', ({ repo, progress }) => repo === `kept-${vcs}` && (progress.done ?? 0) > 0);
  link.cut();
  const { message } = await engine.importIn(`kept-${vcs}`, ['complete', 'error']);
  expect(message).toMatch(/ What has arrived is kept\.$/);
  await engine.api('PATCH', '/settings/network', { wait_minutes: 5 });
  await link.stop();
  await served.stop();
});
