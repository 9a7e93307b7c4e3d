/** `@octokit/auth-basic` 1.4.8: the two-factor dance of its `basic` and its `token` way. */
import { createBasicAuth } from '@octokit/auth-basic';
import { Octokit } from 'octokit-rest-18';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OWNER } from '../testing/engine.ts';
import { expectConformance, type RecordedServer, startRecordedServer } from './recorded-server.ts';

let clock = Date.parse('2020-10-20T12:00:00Z');
let server: RecordedServer;
let asked: number;
let code: () => string;

beforeAll(async () => {
  server = await startRecordedServer(() => clock);
});
afterAll(async () => {
  expectConformance(server);
  await server.end();
});

const client = () => new Octokit({ baseUrl: server.baseUrl }).request;

// biome-ignore lint/suspicious/noExplicitAny: the client's types describe another version of its own parts
const dance = (token: object): any => {
  asked = 0;
  return createBasicAuth({
    username: OWNER.login,
    password: OWNER.password,
    token,
    on2Fa: () => {
      asked++;
      return Promise.resolve(code());
    },
    request: client() as never,
  });
};

test('without two factors: a token, and basic', async () => {
  const auth = dance({ note: 'laptop', scopes: ['repo'] });
  const { token } = await auth({ type: 'token' });
  expect(token).toMatch(/^[\da-f]{40}$/);
  expect(await auth({ type: 'basic' })).toMatchObject({ type: 'basic', username: OWNER.login });
  expect(asked).toBe(0);
});

test('with two factors: the code is asked for once, by the challenge', async () => {
  const { body } = await server.engine.api('POST', '/user/two_factor');
  const totp = new TOTP({ secret: body.secret });
  code = () => totp.generate({ timestamp: clock });
  expect((await server.engine.api('PUT', '/user/two_factor', { otp: code() })).status).toBe(200);
  clock += 60_000;

  const auth = dance({ note: 'phone', scopes: [] });
  // It sends a PATCH that exists nowhere to be challenged, and expects 404 once the code is right ...
  expect(await auth({ type: 'basic' })).toMatchObject({ totp: code() });
  expect(asked).toBe(1);
  // ... and then makes the token with the same code: a request that failed has not used it up.
  const { token } = await auth({ type: 'token' });
  expect([asked, server.statuses('oauth-authorizations/create-authorization').at(-1)]).toEqual([1, 201]);
  const { data } = await client()('GET /user', { headers: { authorization: `token ${token}` } });
  expect(data).toMatchObject({ login: OWNER.login, two_factor_authentication: true });
});
