/** Real servers that are not well when they are asked the first time: by a dialog, an import, an update. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { serveHg } from '../sources/mercurial/testing/serve-hg.ts';
import { TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { startBusyServer } from '../testing/busy-server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { freePort } from '../testing/ports.ts';
import { startSlowLink } from '../testing/slow-link.ts';
import { serveSvnHttp } from '../testing/svn-http.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';

let folder: string;
let engine: TestEngine;
/** Milliseconds that were waited; waits pass at once. */
let waited: number[] = [];
let onWait: (signal: AbortSignal) => void | Promise<void> = () => undefined;
const sum = () => waited.reduce((all, milliseconds) => all + milliseconds, 0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first look '));
  // Apache is another user.
  chmodSync(folder, 0o755);
  engine = await startTestEngine(undefined, {
    elapsed: sum,
    wait: async (milliseconds, signal) => {
      waited.push(milliseconds);
      await onWait(signal);
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
  url: string;
  stop(): unknown;
}

const servers: Record<string, () => Promise<Served>> = {
  subversion: async () => {
    const place = mkdtempSync(join(folder, 'svn '));
    const path = makeSvnSource(place, 'svn', projectHistory('', 3, ['a']));
    return await serveSvnHttp(join(place, 'apache'), path, null);
  },
  git: async () => {
    const place = mkdtempSync(join(folder, 'git '));
    makeGitSource(place, 'g.git', historyStream(10));
    const { url, stop } = await serveGitHttp(place, null);
    return { url: `${url}/g.git`, stop };
  },
  mercurial: async () => {
    const hg = new HgWorkspace(mkdtempSync(join(folder, 'hg ')));
    hg.write('a', 'b');
    hg.commit('one');
    return await serveHg(hg.path);
  },
  tfvc: async () => {
    const model = new TfvcModel();
    model.addProject('Shop');
    model.checkIn({ comment: 'one' }, (work) => work.add('$/Shop/Main/file', 'x'));
    const server = await TfvcServer.start(model);
    return { url: server.url, stop: () => server.stop() };
  },
};

const serve = async (vcs: string): Promise<Served> => {
  const served = await (servers[vcs] as () => Promise<Served>)();
  onTestFinished(async () => void (await served.stop()));
  return served;
};

/** The server behind one that answers the first requests in its place. */
async function behindBusy(url: string, statuses: readonly number[], retryAfter = '1') {
  const { port, pathname } = new URL(url);
  const busy = await startBusyServer(Number(port), statuses, () => true, retryAfter);
  onTestFinished(() => busy.stop());
  return { answered: busy.answered, url: `http://127.0.0.1:${busy.port}${pathname}` };
}

async function imported(name: string, vcs_url: string, vcs?: string) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  const tfvc_project = vcs === 'tfvc' ? { tfvc_project: 'Shop' } : {};
  await engine.api('PUT', `/repos/acme/${name}/import`, {
    vcs_url,
    ...(vcs === undefined ? {} : { vcs }),
    ...tfvc_project,
  });
  return await engine.importIn(name, ['complete', 'error', 'detection_found_nothing']);
}

const logOf = async (name: string) =>
  ((await engine.api('GET', `/repos/acme/${name}/import/log`)).body as { text: string }[]).map(({ text }) => text);

test.each(Object.keys(servers))(
  '%s: an import waits for a server that is busy when it is asked the first time',
  async (vcs) => {
    const busy = await behindBusy((await serve(vcs)).url, [504, 503, 502]);
    const name = `first-${vcs}`;
    let said = '';
    onWait = async () => {
      said ||= (await engine.api('GET', `/repos/acme/${name}/import`)).body.status_text;
    };
    const ended = await imported(name, busy.url, vcs);
    expect(ended.status, JSON.stringify(ended)).toBe('complete');
    expect(busy.answered).toEqual([504, 503, 502]);
    expect(said).toBe('Waiting for the server. Trying again in a second.');
    expect((await logOf(name)).join('\n')).toMatch(/HTTP 50[234].*Waiting for the server\. Trying again in/);
    expect((await engine.api('GET', `/repos/acme/${name}/import/report`)).body.verified).toBe(true);
  },
);

test.each(['git', 'mercurial', 'subversion'])(
  '%s: a server that was asked too often is left alone for as long as it asks, and told of where that is too long',
  async (vcs) => {
    const { url } = await serve(vcs);
    // The second answer is that to the question how long.
    const busy = await behindBusy(url, [429, 429], '40');
    const ended = await imported(`often-${vcs}`, busy.url, vcs);
    expect(ended.status, JSON.stringify(ended)).toBe('complete');
    expect([busy.answered, waited]).toEqual([[429, 429], [40_000]]);
    const log = (await logOf(`often-${vcs}`)).join('\n');
    expect(log).toMatch(/HTTP 429.*left alone for 40 seconds\..*Trying again in 40 seconds\./);

    waited = [];
    const long = await behindBusy(url, [429, 429], '900');
    const { status, message } = await imported(`long-${vcs}`, long.url, vcs);
    expect([status, waited]).toEqual(['error', []]);
    expect(message).toContain('It asks to be left alone for 15 minutes.');
  },
);

test.each(Object.keys(servers))('%s: what nobody could look at is not called nothing', async (vcs) => {
  const { url } = await serve(vcs);
  for (const named of [{}, { vcs }]) {
    waited = [];
    const busy = await behindBusy(url, [502, 502]);
    const { body } = await engine.api('POST', '/import_detections', { vcs_url: busy.url, ...named });
    expect(body, JSON.stringify(body)).toMatchObject({ status: 'found', vcs });
    expect(sum()).toBeLessThanOrEqual(5000);
  }
  // Never well: the one that was asked is not told to have no repository.
  waited = [];
  const { body } = await engine.api('POST', '/import_detections', {
    vcs_url: (
      await behindBusy(
        url,
        Array.from({ length: 100 }, () => 503),
      )
    ).url,
  });
  expect(body.status).toBe('error');
  expect(body.message).toMatch(/HTTP 503.*Gantry tried [345] times in 5 seconds\.$/);
  expect(sum()).toBe(5000);
});

test.each(Object.keys(servers))('%s: of a first question whose line breaks nothing is called kept', async (vcs) => {
  const { url } = await serve(vcs);
  const { port, pathname } = new URL(url);
  const line = await startSlowLink(Number(port), 0);
  onTestFinished(() => line.stop());
  line.cut();
  await engine.api('PATCH', '/settings/network', { wait_minutes: 0 });
  onTestFinished(async () => void (await engine.api('PATCH', '/settings/network', { wait_minutes: 5 })));
  const vcs_url = `http://127.0.0.1:${line.port}${pathname}`;
  const looked = await engine.api('POST', '/import_detections', { vcs_url, vcs });
  const { message } = await imported(`nothing-came-${vcs}`, vcs_url, vcs);
  for (const told of [looked.body.message, message]) {
    expect(told).not.toMatch(/kept|goes on|again and again/);
    expect(told).toMatch(/[Aa]gain\b.*\.$/);
  }
});

test('an update waits for a server that is busy when it is asked the first time', async () => {
  const { url } = await serve('git');
  const statuses: number[] = [];
  const busy = await behindBusy(url, statuses);
  expect((await imported('again', busy.url, 'git')).status).toBe('complete');
  const busyAgain = await behindBusy(url, [504, 503]);
  await engine.api('POST', '/repos/acme/again/import/updates', { vcs_url: busyAgain.url });
  await engine.importIn('again', ['complete'], ({ updating }) => updating !== true);
  expect((await engine.api('GET', '/repos/acme/again/import')).body.last_update).toBeUndefined();
  expect(busyAgain.answered).toEqual([504, 503]);
  expect(waited).toHaveLength(2);
});

test('a line that is cut in the first bytes is tried again; one that stays so is given up with what was tried', async () => {
  const place = mkdtempSync(join(folder, 'cut '));
  const { url, stop } = await serveSvn(place, [makeSvnSource(place, 'svn', projectHistory('', 3, ['a']))], null);
  onTestFinished(() => stop());
  const link = await startSlowLink(Number(new URL(url).port), Number.POSITIVE_INFINITY);
  onTestFinished(() => link.stop());
  const address = `svn://127.0.0.1:${link.port}/svn`;
  link.cut();
  onWait = () => {
    if (waited.length === 2) link.open();
  };
  expect((await imported('cut', address)).status).toBe('complete');
  expect(waited).toHaveLength(2);
  link.cut();
  onWait = () => undefined;
  waited = [];
  const ended = await imported('always-cut', address);
  expect(ended.error_message).toMatch(/broke off\. .*Gantry tried \d+ times in 5 minutes\.$/);
  expect(sum()).toBe(300_000);
});

test('where nobody is, that is told after ten seconds; a wait for the first answer is cancelled at once', async () => {
  const nobody = `svn://127.0.0.1:${await freePort()}/svn`;
  const ended = await imported('nobody', nobody);
  expect(ended.error_message).toMatch(/Gantry tried [45] times in 10 seconds\.$/);
  expect(sum()).toBe(10_000);
  // A dialog is answered at once.
  waited = [];
  const { body } = await engine.api('POST', '/import_detections', { vcs_url: nobody });
  expect([body.status, waited]).toEqual(['error', []]);

  const busy = await behindBusy(
    (await serve('git')).url,
    Array.from({ length: 100 }, () => 503),
  );
  const waits = Promise.withResolvers<void>();
  onWait = async (signal) => {
    waits.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  };
  await engine.api('POST', '/orgs/acme/repos', { name: 'cancelled' });
  await engine.api('PUT', '/repos/acme/cancelled/import', { vcs_url: busy.url, vcs: 'git' });
  await waits.promise;
  const begun = performance.now();
  expect((await engine.api('DELETE', '/repos/acme/cancelled/import')).status).toBe(204);
  expect(performance.now() - begun).toBeLessThan(3000);
});

test('a server that asks to be left alone for an hour is not kept waiting for, and says so', async () => {
  const { url } = await serve('tfvc');
  const busy = await behindBusy(url, [429], '3600');
  const { body } = await engine.api('POST', '/import_detections', { vcs_url: busy.url, vcs: 'tfvc' });
  expect(body.message).toMatch(/HTTP 429.* It asks to be left alone for 60 minutes\. Try again later/);
  expect([busy.answered, waited]).toEqual([[429], []]);
});
