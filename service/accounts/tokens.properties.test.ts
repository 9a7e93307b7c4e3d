/** What holds after any sequence of operations on tokens; the sequences are random and repeatable. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { type Answer, basic, OWNER, startTestEngine } from '../testing/engine.ts';
import { random as randomFrom } from '../testing/random.ts';
import { normaliseScopes, SCOPES } from './scopes.ts';

const CLOCK = Date.parse('2020-10-20T12:00:00Z');
const ALLOWANCES = { core: { account: 1e9, address: 1e9, window: 3600 } };

interface Application {
  client_id: string;
  client_secret: string;
}
/** A token as the test believes it to be. */
interface Believed {
  client_id: string | null;
  fingerprint: string | null;
  scopes: string[];
  token: string;
}

for (const seed of [1, 2, 3, 4, 5]) {
  test(`grants are the union of their tokens, pages hold each token once, only 201 tells a token (seed ${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const someScopes = () => Array.from({ length: Math.floor(random() * 4) }, () => pick(SCOPES).name);
    const engine = await startTestEngine(undefined, { now: () => CLOCK, allowances: ALLOWANCES });
    const told = new Set<string>();
    const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const answer = await engine.api(method, path, body);
      const text = JSON.stringify(answer.body);
      for (const secret of told) if (text.includes(secret)) throw new Error(`${method} ${path} told a token again`);
      if (answer.status !== 201 && /"token":"[^"]/.test(text)) throw new Error(`${method} ${path} told a token`);
      if (answer.status === 201 && typeof answer.body.token === 'string') told.add(answer.body.token);
      return answer;
    };
    const applications: Application[] = [];
    for (let n = 0; n < 3; n++) applications.push((await call('POST', '/applications', { name: `app ${n}` })).body);
    const believed = new Map<number, Believed>();

    const create = async (step: number) => {
      const application = random() < 0.5 ? pick(applications) : null;
      const fingerprint = random() < 0.5 ? pick(['a', 'b', 'c']) : null;
      const scopes = someScopes();
      const body = { ...(application ?? {}), note: `step ${step}`, fingerprint, scopes };
      const { status, body: made } = await call('POST', '/authorizations', body);
      const { client_id } = application ?? { client_id: null };
      const taken = [...believed.values()].some(
        (one) =>
          client_id !== null && fingerprint !== null && one.client_id === client_id && one.fingerprint === fingerprint,
      );
      expect(status).toBe(taken ? 422 : 201);
      if (taken) return;
      believed.set(made.id, { client_id, fingerprint, scopes: normaliseScopes(scopes), token: made.token });
    };
    const getOrCreate = async () => {
      const application = pick(applications);
      const fingerprint = pick([null, 'a', 'b', 'c']);
      const scopes = someScopes();
      const { status, body } = await call('PUT', `/authorizations/clients/${application.client_id}`, {
        client_secret: application.client_secret,
        fingerprint,
        scopes,
      });
      const known = [...believed]
        .filter(([, one]) => one.client_id === application.client_id && one.fingerprint === fingerprint)
        .map(([id]) => id);
      expect([status, known.length === 0 || body.id === Math.min(...known)]).toEqual([
        known.length === 0 ? 201 : 200,
        true,
      ]);
      if (status === 201) {
        const { client_id } = application;
        believed.set(body.id, { client_id, fingerprint, scopes: normaliseScopes(scopes), token: body.token });
      }
    };
    const update = async (id: number, one: Believed) => {
      const scopes = someScopes();
      const kind = pick(['scopes', 'add_scopes', 'remove_scopes']);
      const { body } = await call('PATCH', `/authorizations/${id}`, { [kind]: scopes });
      const next =
        kind === 'scopes'
          ? scopes
          : kind === 'add_scopes'
            ? [...one.scopes, ...scopes]
            : one.scopes.filter((name) => !scopes.includes(name));
      one.scopes = normaliseScopes(next);
      expect(body.scopes).toEqual(one.scopes);
    };
    const remove = async (id: number) => {
      expect((await call('DELETE', `/authorizations/${id}`)).status).toBe(204);
      believed.delete(id);
    };
    const removeGrant = async () => {
      const { body: grants } = await call('GET', '/applications/grants');
      if (grants.length === 0) return;
      const grant = pick(grants) as { id: number; app: Application };
      expect((await call('DELETE', `/applications/grants/${grant.id}`)).status).toBe(204);
      for (const [id, one] of believed) if (one.client_id === grant.app.client_id) believed.delete(id);
    };
    const checkGrants = async () => {
      const { body: grants } = await call('GET', '/applications/grants?per_page=100');
      const found = grants.map((grant: { app: Application; scopes: string[] }) => [grant.app.client_id, grant.scopes]);
      const expected = applications.flatMap(({ client_id }) => {
        const tokens = [...believed.values()].filter((one) => one.client_id === client_id);
        return tokens.length === 0 ? [] : [[client_id, normaliseScopes(tokens.flatMap((token) => token.scopes))]];
      });
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      expect(found.length).toBe(expected.length);
    };
    const checkPages = async () => {
      const ids: number[] = [];
      const perPage = 1 + Math.floor(random() * 7);
      let path: string | null = `/authorizations?per_page=${perPage}`;
      while (path !== null) {
        const page: Answer = await call('GET', path);
        ids.push(...page.body.map((one: { id: number }) => one.id));
        path = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
      }
      expect(ids).toEqual([...believed.keys()].sort((a, b) => a - b));
    };

    for (let step = 0; step < 120; step++) {
      const [chosen] = believed.size === 0 ? [] : [pick([...believed])];
      const dice = random();
      if (dice < 0.35 || chosen === undefined) await create(step);
      else if (dice < 0.6) await getOrCreate();
      else if (dice < 0.8) await update(...chosen);
      else if (dice < 0.95) await remove(chosen[0]);
      else await removeGrant();
      await checkGrants();
      if (step % 10 === 9) await checkPages();
    }
    for (const token of told) {
      const { status } = await engine.api('GET', '/user', undefined, { authorization: `token ${token}` });
      const alive = [...believed.values()].some((one) => one.token === token);
      expect(status).toBe(alive ? 200 : 401);
    }
    await engine.end();
  });
}

test('neither the data folder nor the log ever holds a token, a password, a client secret or a TOTP secret', async () => {
  let clock = CLOCK;
  const engine = await startTestEngine(undefined, { now: () => clock, allowances: ALLOWANCES });
  const secrets = [OWNER.password];
  /** Files that hold one of the texts, also in base64. */
  const found = (texts: readonly string[] = secrets) => {
    const files = readdirSync(engine.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const contents = files.map((file) => [file.name, readFileSync(join(file.parentPath, file.name))] as const);
    contents.push(['log', Buffer.from(engine.logLines.join('\n'))]);
    expect(contents.map(([name]) => name)).toEqual(expect.arrayContaining(['gantry.sqlite', 'gantry.sqlite-wal']));
    return contents.flatMap(([name, bytes]) =>
      texts
        .flatMap((secret) => [secret, Buffer.from(secret).toString('base64').replaceAll('=', '').slice(0, -1)])
        .filter((secret) => bytes.includes(secret))
        .map((secret) => `${name} holds ${secret}`),
    );
  };
  const other = { login: 'cid', password: 'a very secret password' };
  await engine.api('POST', '/admin/users', other);
  secrets.push(other.password);
  const application = (await engine.api('POST', '/applications', { name: 'app' })).body;
  secrets.push(application.client_secret);
  for (let n = 0; n < 20; n++) {
    const made = await engine.api('POST', '/authorizations', { note: `n${n}`, ...(n % 2 ? application : {}) });
    secrets.push(made.body.token);
    if (n % 5 === 0) {
      secrets.push((await engine.api('POST', `/authorizations/${made.body.id}/regenerate`)).body.token);
      await engine.api('GET', '/user', undefined, { authorization: `token ${made.body.token}` });
    }
  }
  const { body: begun } = await engine.api('POST', '/user/two_factor');
  secrets.push(begun.secret);
  const totp = new TOTP({ secret: begun.secret });
  const { body: confirmed } = await engine.api('PUT', '/user/two_factor', { otp: totp.generate({ timestamp: clock }) });
  secrets.push(
    ...confirmed.recovery_codes,
    ...confirmed.recovery_codes.map((recovery_code: string) => recovery_code.replaceAll('-', '')),
  );
  secrets.push('a guessed password');
  await engine.api('POST', '/session', { ...OWNER, password: 'a guessed password' });
  // What fails must not be quoted either.
  await engine.api('POST', '/authorizations', `{"client_secret": "${application.client_secret}"`);
  await engine.api('PUT', `/authorizations/clients/x?s=${application.client_secret}`, { client_secret: 'wrong' });
  await engine.api('GET', '/user', undefined, basic(other.login, `${other.password}!`));
  clock += 60_000;
  expect(secrets.length).toBeGreaterThan(45);
  expect(secrets.every((secret) => typeof secret === 'string' && secret.length > 8)).toBe(true);
  // The search itself works: it finds what is no secret.
  expect(found([application.client_id])).not.toEqual([]);
  expect(found()).toEqual([]);
  await engine.restart();
  expect(found()).toEqual([]);
  await engine.end();
});
