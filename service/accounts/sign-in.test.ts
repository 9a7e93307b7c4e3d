/** Signing in: one-time passwords, recovery codes, guessing. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { HELD_OFF_MS, MOST_BAD_LOGINS } from './login-attempts.ts';

let clock = Date.parse('2020-10-20T12:00:00Z');
let engine: TestEngine;
let totp: TOTP;
let recovery: string[];

beforeEach(async () => {
  engine = await startTestEngine(undefined, { now: () => clock });
});
afterEach(() => engine.end());

const code = () => totp.generate({ timestamp: clock });
const wrongCode = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0');
const nextCode = () => {
  clock += 30_000;
  return code();
};
const session = (body: object) => engine.api('POST', '/session', { ...OWNER, ...body }, { authorization: '' });
const create = (headers: Record<string, string> = {}) =>
  engine.api('POST', '/authorizations', { note: `n${clock} ${Math.random()}` }, headers);
/** Switches two factors on; the code of this moment is then used up. */
async function enrol(): Promise<void> {
  const begun = await engine.api('POST', '/user/two_factor');
  totp = new TOTP({ secret: begun.body.secret });
  const confirmed = await engine.api('PUT', '/user/two_factor', { otp: code() });
  expect(confirmed.status).toBe(200);
  recovery = confirmed.body.recovery_codes;
}

const OTP_NEEDED = { status: 401, body: { message: 'Must specify two-factor authentication OTP code.' } };

test('a session asks for login and password', async () => {
  expect(await session({})).toMatchObject({ status: 200, body: { account: { login: 'ann' } } });
  expect(await session({ password: 'wrong' })).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
  expect(await session({ login: 'nobody' })).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
  expect((await session({ password: undefined })).status).toBe(422);
});

test('two factors are on once a code confirmed them', async () => {
  expect((await engine.api('PUT', '/user/two_factor', { otp: '123456' })).status).toBe(422);
  const begun = await engine.api('POST', '/user/two_factor');
  expect(begun.body.otpauth_url).toContain(`secret=${begun.body.secret}`);
  totp = new TOTP({ secret: begun.body.secret });
  expect((await session({})).status).toBe(200);
  expect((await engine.api('PUT', '/user/two_factor', { otp: wrongCode() })).status).toBe(422);
  const confirmed = await engine.api('PUT', '/user/two_factor', { otp: code() });
  expect(confirmed.status).toBe(200);
  recovery = confirmed.body.recovery_codes;
  expect([recovery.length, new Set(recovery).size]).toEqual([10, 10]);
  expect((await engine.api('POST', '/user/two_factor')).status).toBe(422);
  expect((await engine.api('GET', '/user')).body.two_factor_authentication).toBe(true);
  expect(statSync(join(engine.folder, 'secrets.key')).mode & 0o777).toBe(0o600);
});

test('a code is needed to make and change tokens, once; nowhere else', async () => {
  await enrol();
  const refused = await create();
  expect(refused).toMatchObject(OTP_NEEDED);
  expect(refused.headers.get('x-github-otp')).toBe('required; app');
  expect(await create({ 'x-github-otp': wrongCode() })).toMatchObject(OTP_NEEDED);
  // The code that confirmed the enrolment is used up.
  expect(await create({ 'x-github-otp': code() })).toMatchObject(OTP_NEEDED);
  const fresh = nextCode();
  const made = await create({ 'x-github-otp': fresh });
  expect(made.status).toBe(201);
  expect(await create({ 'x-github-otp': fresh })).toMatchObject(OTP_NEEDED);
  expect((await create({ 'x-gantry-otp': nextCode() })).status).toBe(201);
  const path = `/authorizations/${made.body.id}`;
  for (const [method, where] of [
    ['PATCH', path],
    ['POST', `${path}/regenerate`],
    ['PUT', `/authorizations/clients/${'0'.repeat(20)}`],
    ['PUT', `/authorizations/clients/${'0'.repeat(20)}/f`],
  ] as const) {
    expect(await engine.api(method, where, { client_secret: 'x' })).toMatchObject(OTP_NEEDED);
  }
  // A used code on what needs none is no error; nor is none.
  for (const headers of [{ 'x-github-otp': fresh }, {}]) {
    expect((await engine.api('GET', '/authorizations', undefined, headers)).status).toBe(200);
    expect((await engine.api('GET', '/user', undefined, headers)).status).toBe(200);
  }
  // A request that fails has not used its code up.
  const kept = nextCode();
  const headers = { 'x-github-otp': kept };
  expect((await engine.api('POST', '/authorizations', {}, headers)).status).toBe(422);
  expect((await create(headers)).status).toBe(201);
  expect((await engine.api('DELETE', path)).status).toBe(204);
});

test('two requests at once cannot share a code', async () => {
  await enrol();
  const headers = { 'x-github-otp': nextCode() };
  const statuses = (await Promise.all([create(headers), create(headers)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 401]);
});

test('signing in with two factors; a recovery code works once', async () => {
  await enrol();
  const missing = await session({});
  expect(missing).toMatchObject(OTP_NEEDED);
  expect(missing.headers.get('x-github-otp')).toBe('required; app');
  const fresh = nextCode();
  expect((await session({ otp: fresh })).status).toBe(200);
  expect(await session({ otp: fresh })).toMatchObject({
    status: 401,
    body: { message: 'This code was used already. Wait for the next one.' },
  });
  const written = recovery[0]?.toUpperCase().replaceAll('-', ' ');
  expect((await session({ otp: written })).status).toBe(200);
  expect((await session({ otp: written })).status).toBe(401);
  expect((await create({ 'x-github-otp': recovery[1] as string })).status).toBe(401);
});

test('ten bad logins hold further ones off for a while, of this account from this address', async () => {
  await enrol();
  clock += HELD_OFF_MS;
  for (let n = 0; n < MOST_BAD_LOGINS; n++) expect((await session({ password: `guess ${n}` })).status).toBe(401);
  const tooMany = {
    status: 403,
    body: { message: 'Maximum number of login attempts exceeded. Please try again later.' },
  };
  expect(await session({ otp: nextCode() })).toMatchObject(tooMany);
  expect(await engine.api('GET', '/user')).toMatchObject(tooMany);
  expect((await session({ login: 'nobody' })).status).toBe(401);
  const elsewhere = { method: 'GET', headers: { ...basic(OWNER.login, OWNER.password), 'user-agent': 'test' } };
  const request = new Request('http://gantry.test/api/v3/user', elsewhere);
  expect((await engine.service.fetch(request, null, { address: '127.0.0.2' })).status).toBe(200);
  clock += HELD_OFF_MS;
  expect((await engine.api('GET', '/user')).status).toBe(200);
  for (let n = 0; n < MOST_BAD_LOGINS; n++) expect((await session({ otp: wrongCode() })).status).toBe(401);
  expect(await session({ otp: nextCode() })).toMatchObject(tooMany);
  clock += HELD_OFF_MS;
});

test('without the key file codes are refused and the log says why; a recovery code gives two factors up', async () => {
  await enrol();
  const key = readFileSync(join(engine.folder, 'secrets.key'));
  rmSync(join(engine.folder, 'secrets.key'));
  await engine.restart();
  expect((await session({ otp: nextCode() })).status).toBe(401);
  expect(engine.logLines.join('\n')).toContain('secrets.key');
  expect(engine.logLines.join('\n')).not.toContain(key.toString('hex'));
  expect((await engine.api('DELETE', '/user/two_factor', { otp: '000000' })).status).toBe(422);
  expect((await engine.api('DELETE', '/user/two_factor', { otp: recovery[2] })).status).toBe(204);
  expect((await session({})).status).toBe(200);
  expect((await create()).status).toBe(201);
  expect((await engine.api('DELETE', '/user/two_factor', { otp: recovery[3] })).status).toBe(422);
});
