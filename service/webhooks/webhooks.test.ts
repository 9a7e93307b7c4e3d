/** Webhooks from the ends of real imports to a real listener. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { type HookListener, startHookListener } from '../testing/hook-listener.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let sources: string;
let source: string;
let engine: TestEngine;
let listener: HookListener;
let clock: number;

beforeAll(() => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  source = makeGitSource(sources, 'project.git', historyStream(3));
});
afterAll(() => rmSync(sources, { recursive: true, force: true }));
beforeEach(async () => {
  clock = Date.now();
  engine = await startTestEngine(undefined, { now: () => clock });
  listener = await startHookListener();
  await engine.api('POST', '/orgs/acme/repos', { name: 'project' });
});
afterEach(async () => {
  await engine.end();
  await listener.close();
});

const HOOKS = '/repos/acme/project/hooks';

async function importProject(address = source): Promise<void> {
  await engine.api('PUT', '/repos/acme/project/import', { vcs: 'git', vcs_url: address });
  await engine.importIn('project', ['complete', 'error']);
}

/** The deliveries of a hook when none of them is on its way. */
function settledDeliveries(url: string, count: number) {
  return engine.until(async () => {
    const { body } = await engine.api('GET', `${url}/deliveries`);
    return body.length === count && body.every(({ attempts }: { attempts: number }) => attempts > 0) ? body : undefined;
  });
}

test('an import that completes is told to the hooks of its repository and organization, signed', async () => {
  const config = { url: listener.url, secret: 'a secret', content_type: 'json' };
  const made = await engine.api('POST', HOOKS, { config, events: ['repository_import'] });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(made.body.url);
  expect(made.body).toMatchObject({
    type: 'Repository',
    name: 'web',
    active: true,
    events: ['repository_import'],
    config: { url: listener.url, content_type: 'json', insecure_ssl: '0', secret: '********' },
    last_response: { code: null, status: 'unused', message: null },
  });
  const ofOrganization = await engine.api('POST', '/orgs/acme/hooks', { config: { url: listener.url } });
  expect(ofOrganization.body.type).toBe('Organization');
  await importProject();
  await listener.until(2);
  const signed = listener.received.find(({ headers }) => headers['content-type'] === 'application/json');
  const form = listener.received.find(({ headers }) => headers['content-type'] !== 'application/json');
  const payload = JSON.parse(signed?.body ?? '');
  const words = expect.stringMatching(/ /);
  expect(payload).toMatchObject({
    status: 'success',
    repository: { full_name: 'acme/project' },
    organization: { login: 'acme' },
    sender: { login: 'ann' },
    verdict: { complete: { text: words }, equal: { text: words }, people: { text: words } },
  });
  expect(payload).not.toHaveProperty('action');
  expect(signed?.headers).toMatchObject({
    'x-github-event': 'repository_import',
    'x-github-delivery': expect.stringMatching(/^[\da-f-]{36}$/),
    'x-hub-signature-256': `sha256=${createHmac('sha256', 'a secret')
      .update(signed?.body ?? '')
      .digest('hex')}`,
    'x-hub-signature': `sha1=${createHmac('sha1', 'a secret')
      .update(signed?.body ?? '')
      .digest('hex')}`,
  });
  expect(JSON.parse(new URLSearchParams(form?.body).get('payload') ?? '')).toMatchObject({ status: 'success' });
  expect(form?.headers).not.toHaveProperty('x-hub-signature-256');

  const [delivery] = await settledDeliveries(HOOKS.concat(`/${made.body.id}`), 1);
  expect(delivery).toMatchObject({
    status_code: 200,
    state: 'delivered',
    redelivery: false,
    event: 'repository_import',
  });
  const whole = await engine.api('GET', `${HOOKS}/${made.body.id}/deliveries/${delivery.id}`);
  expect(whole.body.request.payload).toEqual(payload);
  expect(whole.body.response).toMatchObject({ payload: 'thanks', headers: { 'x-receiver': 'test' } });
  expect((await engine.api('GET', `${HOOKS}/${made.body.id}`)).body.last_response).toMatchObject({
    code: 200,
    status: 'active',
  });
  expect(readFileSync(join(engine.folder, 'gantry.sqlite')).includes('a secret')).toBe(false);
});

test('an update that fails is told as a failure, though the import stays complete', async () => {
  const moved = makeGitSource(sources, 'moved.git', historyStream(2));
  await importProject(moved);
  await engine.api('POST', HOOKS, { config: { url: listener.url, content_type: 'json' } });
  renameSync(moved, `${moved}.away`);
  await engine.api('POST', '/repos/acme/project/import/updates');
  await listener.until(1);
  expect(JSON.parse(listener.received[0]?.body ?? '').status).toBe('failure');
  await engine.importIn('project', ['complete'], ({ last_update }) => last_update?.status === 'failed');
});

test('failure and cancellation are told; removing what has ended is not', async () => {
  await engine.api('POST', HOOKS, { config: { url: listener.url, content_type: 'json' } });
  await importProject(join(sources, 'nothing here'));
  await listener.until(1);
  expect(JSON.parse(listener.received[0]?.body ?? '').status).toBe('failure');
  await engine.api('DELETE', '/repos/acme/project/import');
  await engine.api('PUT', '/repos/acme/project/import', { vcs: 'git', vcs_url: source, hold_before_push: true });
  await engine.importIn('project', ['mapping'], (now) => now.waiting_for_release);
  await engine.api('DELETE', '/repos/acme/project/import');
  await listener.until(2);
  expect(JSON.parse(listener.received[1]?.body ?? '').status).toBe('cancelled');
  expect(listener.received).toHaveLength(2);
});

test('a receiver that fails is tried again with growing waits; one that refuses is not; redirects are not followed', async () => {
  const { body: hook } = await engine.api('POST', HOOKS, { config: { url: listener.url, content_type: 'json' } });
  listener.answers.splice(0, 1, 503, 0, 200);
  await importProject();
  await listener.until(1);
  const url = `${HOOKS}/${hook.id}`;
  let [delivery] = await settledDeliveries(url, 1);
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1, status_code: 503 });
  expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(clock + 8000);
  clock += 11_000;
  await engine.restart();
  await listener.until(2);
  delivery = await engine.until(async () => {
    const { body } = await engine.api('GET', `${url}/deliveries/${delivery.id}`);
    return body.attempts === 2 ? body : undefined;
  });
  expect(delivery).toMatchObject({ state: 'waiting', status_code: null, status: 'The receiver cut the connection.' });
  // The next waits for a minute. The clock that counted it was ahead and is put back: it does not wait for hours.
  clock -= 5 * 3_600_000;
  await engine.restart();
  await listener.until(3);
  await engine.until(async () => {
    const { body } = await engine.api('GET', `${url}/deliveries/${delivery.id}`);
    return body.state === 'delivered' ? true : undefined;
  });
  expect(new Set(listener.received.map(({ headers }) => headers['x-github-delivery'])).size).toBe(1);

  listener.answers.splice(0, listener.answers.length, 302);
  const again = await engine.api('POST', `${url}/deliveries/${delivery.id}/attempts`);
  expect(again.status).toBe(202);
  expect(again.body).toMatchObject({ redelivery: true, guid: delivery.guid });
  await engine.until(async () => {
    const { body } = await engine.api('GET', `${url}/deliveries/${again.body.id}`);
    return body.state === 'failed' ? true : undefined;
  });
  expect(listener.received).toHaveLength(4);
});

test('a webhook that is switched off is not tried again until it is on; what a person sends again is sent', async () => {
  const { body: hook } = await engine.api('POST', HOOKS, { config: { url: listener.url, content_type: 'json' } });
  const url = `${HOOKS}/${hook.id}`;
  listener.answers.splice(0, 1, 503, 200);
  await importProject();
  const [delivery] = await settledDeliveries(url, 1);
  expect(delivery).toMatchObject({ state: 'waiting', attempts: 1 });
  await engine.api('PATCH', url, { active: false });
  clock += 11_000;
  await engine.restart();
  const { body: again } = await engine.api('POST', `${url}/deliveries/${delivery.id}/attempts`);
  const stateOf = async ({ id }: { id: number }) => (await engine.api('GET', `${url}/deliveries/${id}`)).body.state;
  const delivered = (one: { id: number }) =>
    engine.until(async () => ((await stateOf(one)) === 'delivered' ? true : undefined));
  await delivered(again);
  expect(await stateOf(delivery)).toBe('waiting');
  expect(listener.received).toHaveLength(2);
  await engine.api('PATCH', url, { active: true });
  await delivered(delivery);
  expect(listener.received).toHaveLength(3);
});

test('hooks are changed, switched off and removed; what cannot be is said', async () => {
  const { body: hook } = await engine.api('POST', HOOKS, { config: { url: listener.url } });
  const off = await engine.api('PATCH', `${HOOKS}/${hook.id}`, { active: false, config: { secret: 'x' } });
  expect(off.body).toMatchObject({ active: false, config: { secret: '********', url: listener.url } });
  await importProject();
  expect((await engine.api('GET', `${HOOKS}/${hook.id}/deliveries`)).body).toEqual([]);
  const refused = async (body: unknown) => (await engine.api('POST', HOOKS, body)).body.errors?.[0]?.message;
  expect(await refused({ config: { url: 'ftp://x/' } })).toContain('http://');
  expect(await refused({ config: { url: 'https://a:b@x/' } })).toContain('password');
  expect(await refused({ config: {} })).toContain('config.url');
  expect(await refused({ config: { url: listener.url }, events: ['push'] })).toContain('"push"');
  expect(await refused({ config: { url: listener.url, insecure_ssl: '1' } })).toContain('Certificates');
  expect((await engine.api('DELETE', `${HOOKS}/${hook.id}`)).status).toBe(204);
  expect((await engine.api('GET', `${HOOKS}/${hook.id}`)).status).toBe(404);
  expect((await engine.api('GET', HOOKS)).body).toEqual([]);
  expect((await engine.api('GET', `/orgs/acme/hooks/${hook.id}`)).status).toBe(404);
});

test('a webhook that was read and is sent back with a change keeps its secret: the stars are none', async () => {
  const config = { url: listener.url, secret: 'a secret', content_type: 'json' };
  const { body: hook } = await engine.api('POST', HOOKS, { config });
  // As go-github, octokit.rb and PyGithub do it.
  const { body: read } = await engine.api('GET', `${HOOKS}/${hook.id}`);
  const changed = await engine.api('PATCH', `${HOOKS}/${hook.id}`, { ...read, active: true });
  expect([changed.status, changed.body.config]).toEqual([200, read.config]);
  await importProject();
  await listener.until(1);
  const { headers, body } = listener.received[0] as (typeof listener.received)[0];
  expect(headers['x-hub-signature-256']).toBe(`sha256=${createHmac('sha256', 'a secret').update(body).digest('hex')}`);

  const copied = await engine.api('POST', HOOKS, { config: read.config });
  expect([copied.status, copied.body.errors[0]]).toMatchObject([422, { field: 'config.secret', code: 'invalid' }]);
  const { body: open } = await engine.api('POST', HOOKS, { config: { url: listener.url } });
  const still = await engine.api('PATCH', `${HOOKS}/${open.id}`, { config: { secret: '********' } });
  expect([still.status, 'secret' in still.body.config]).toEqual([200, false]);
});

test('RepositoryImportEvent is the same event, by the name of service.md', async () => {
  for (const events of [['RepositoryImportEvent'], ['repositoryimportevent', 'repository_import']]) {
    const made = await engine.api('POST', HOOKS, { config: { url: listener.url }, events });
    expect([made.status, made.body.events]).toEqual([201, ['repository_import']]);
    const changed = await engine.api('PATCH', `${HOOKS}/${made.body.id}`, { events: ['*', 'RepositoryImportEvent'] });
    expect(changed.body.events).toEqual(['*', 'repository_import']);
  }
  expect((await engine.api('POST', HOOKS, { config: { url: listener.url }, events: ['PushEvent'] })).status).toBe(422);
});

test('an import that waits for a person is told of, by who started it', async () => {
  await engine.api('POST', HOOKS, {
    config: { url: listener.url, content_type: 'json' },
    events: ['RepositoryImportEvent'],
  });
  const mia = { login: 'mia', password: 'secret words' };
  await engine.api('POST', '/admin/users', mia);
  await engine.api('PUT', '/orgs/acme/memberships/mia');
  const told = () => JSON.parse(listener.received.at(-1)?.body ?? '');
  const start = (vcs_url: string, more: object, who = {}) =>
    engine.api('PUT', '/repos/acme/project/import', { vcs_url, ...more }, who);

  const locked = createServer((_request, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((done) => locked.listen(0, '127.0.0.1', done));
  const address = `http://127.0.0.1:${(locked.address() as AddressInfo).port}/x.git`;
  const password = { vcs: 'git', vcs_username: 'u', vcs_password: 'wrong' };
  expect((await start(address, password, basic(mia.login, mia.password))).status).toBe(201);
  await engine.importIn('project', ['auth_failed']);
  await listener.until(1);
  expect(told()).toMatchObject({ status: 'failure', organization: { login: 'acme' }, sender: { login: 'mia' } });
  locked.close();

  await start(join(sources, 'nothing at all'), {});
  await engine.importIn('project', ['detection_found_nothing']);
  await listener.until(2);
  expect(told()).toMatchObject({ status: 'failure', sender: { login: 'ann' } });

  const several = makeSvnSource(sources, 'several', [...projectHistory('one/', 2), ...projectHistory('two/', 2)]);
  await start(several, {});
  await engine.importIn('project', ['detection_found_multiple']);
  await listener.until(3);
  expect(told()).toMatchObject({ status: 'failure', sender: { login: 'ann' } });
});

test('an address with a token stands in neither database nor log, also one that an earlier version kept', async () => {
  const token = 'T0AB-a-token-in-the-path';
  const earlier = 'T0CD-the-token-before';
  const url = `${listener.url}/services/${token}`;
  const { body: hook } = await engine.api('POST', HOOKS, { config: { url, content_type: 'json' } });
  const hookUrl = `${HOOKS}/${hook.id}`;
  expect((await engine.api('GET', hookUrl)).body.config.url).toBe(url);
  expect((await engine.api('GET', HOOKS)).body[0].config.url).toBe(url);
  const files = () =>
    readdirSync(engine.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        try {
          return readFileSync(join(entry.parentPath, entry.name), 'latin1');
        } catch {
          // Records of running programs come and go.
          return '';
        }
      })
      .join('');
  expect(files()).not.toContain(token);

  const database = new DatabaseSync(join(engine.folder, 'gantry.sqlite'));
  database.exec('PRAGMA secure_delete = OFF');
  // The address that it had before lies in the page still.
  for (const kept of [`${listener.url}/services/${earlier}/a-longer-one`, url]) {
    database.prepare('UPDATE hooks SET url = ? WHERE id = ?').run(kept, hook.id);
  }
  database.close();
  listener.answers[0] = 410;
  await engine.restart();
  expect((await engine.api('GET', hookUrl)).body.config.url).toBe(url);
  await importProject();
  expect(await settledDeliveries(hookUrl, 1)).toMatchObject([{ status_code: 410 }]);
  expect(listener.received.at(-1)?.path).toBe(`/hook/services/${token}`);
  expect(engine.logLines.join('\n')).toContain('was given up');
  expect(engine.logLines.join('\n')).not.toContain(token);
  for (const kept of [token, earlier]) expect(files().includes(kept), kept).toBe(false);
});

test('receivers that hang keep nobody else from being told, however much waits for them', async () => {
  // Twelve that take what comes and never answer: each with a host name of its own, as far as the sender can tell.
  const held: ServerResponse[] = [];
  const all = Promise.withResolvers<void>();
  const hanging = createServer((_request, response) => {
    if (held.push(response) === 12) all.resolve();
  });
  await new Promise<void>((listening) => hanging.listen(0, '0.0.0.0', () => listening()));
  const { port } = hanging.address() as AddressInfo;
  for (let n = 1; n <= 12; n++) {
    await engine.api('POST', HOOKS, { config: { url: `http://127.0.0.${n}:${port}/` }, events: ['repository_import'] });
  }
  await importProject();
  await all.promise;
  const healthy = await engine.api('POST', HOOKS, { config: { url: listener.url }, events: ['repository_import'] });
  // Three thousand more for those that hang, older than what comes.
  // By a process of its own: what closes a file takes the locks of everybody else in its process with it.
  const more = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
    INSERT INTO hook_deliveries (hook_id, guid, event, redelivery, state, due_ms, payload, created_at)
    SELECT hook_id, guid || i, event, 0, 'waiting', 1, payload, created_at FROM hook_deliveries, n`;
  const script = 'const [file, sql] = process.argv.slice(1); new (require("node:sqlite").DatabaseSync)(file).exec(sql)';
  execFileSync(process.execPath, ['-e', script, join(engine.folder, 'gantry.sqlite'), more], { stdio: 'pipe' });
  for (let round = 1; round <= 3; round++) {
    await engine.api('PATCH', '/repos/acme/project/import', {});
    await engine.importIn('project', ['complete']);
    await listener.until(round);
  }
  expect(
    (await settledDeliveries(`${HOOKS}/${healthy.body.id}`, 3)).every(
      (sent: { status_code: number }) => sent.status_code === 200,
    ),
  ).toBe(true);
  for (const response of held) response.destroy();
  hanging.closeAllConnections();
  await new Promise((closed) => hanging.close(closed));
});
