/** Signing in: one-time passwords, recovery codes, guessing. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { basic, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import {
  FIRST_HOLD_MS,
  LONGEST_HOLD_MS,
  LONGEST_WINDOW_HOLD_MS,
  MOST_BAD_LOGINS,
  MOST_BAD_LOGINS_OF_ALL,
} from './login-attempts.ts';

/** Time that passes. */
let clock = Date.parse('2020-10-20T12:00:00Z');
/** How far the machine's clock is ahead of it, in milliseconds. */
let ahead = 0;
let engine: TestEngine;
let totp: TOTP;
let recovery: string[];

beforeEach(async () => {
  ahead = 0;
  engine = await startTestEngine(undefined, { now: () => clock + ahead, elapsed: () => clock });
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

const TOO_MANY = {
  status: 403,
  body: { message: 'Maximum number of login attempts exceeded. Please try again later.' },
};
/** Asks as a program of this machine does, from an address of its choice. */
const fromProgram = async (login: string, password: string, address = '127.0.0.1', code = '') => {
  const headers = { ...basic(login, password), 'user-agent': 'test', 'x-github-otp': code };
  const asked = code === '' ? {} : { method: 'POST', body: JSON.stringify({ note: `note ${Math.random()}` }) };
  const request = new Request('http://gantry.test/api/v3/authorizations', { ...asked, headers });
  return (await engine.service.fetch(request, null, { address })).status;
};

test('guesses of programs are held off by account, from whatever address, longer each time; the window is not', async () => {
  for (let n = 0; n < MOST_BAD_LOGINS; n++) {
    expect(await fromProgram(OWNER.login, `guess ${n}`, `127.0.0.${n + 1}`)).toBe(401);
  }
  for (let hold = FIRST_HOLD_MS; hold < 5 * 60_000; hold *= 2) {
    expect(await fromProgram(OWNER.login, OWNER.password, '127.9.9.9')).toBe(403);
    clock += hold - 1;
    expect(await fromProgram(OWNER.login, 'guess', '127.9.9.8')).toBe(403);
    expect((await session({})).status).toBe(200);
    clock += 1;
    expect(await fromProgram(OWNER.login, 'guess', '127.9.9.7')).toBe(401);
  }
  clock += LONGEST_HOLD_MS;
  expect(await fromProgram(OWNER.login, OWNER.password)).toBe(200);
});

test('a good login between guesses gives none of them back', async () => {
  for (let n = 0; n < MOST_BAD_LOGINS; n++) {
    expect(await fromProgram(OWNER.login, `guess ${n}`)).toBe(401);
    if (n < MOST_BAD_LOGINS - 1) expect(await fromProgram(OWNER.login, OWNER.password)).toBe(200);
  }
  expect(await fromProgram(OWNER.login, OWNER.password)).toBe(403);
});

test('of a hundred guesses at once ten are answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => fromProgram(OWNER.login, `guess ${n}`, `127.1.0.${n}`)),
  );
  expect(answers.filter((status) => status === 401)).toHaveLength(MOST_BAD_LOGINS);
  expect(answers.filter((status) => status === 403)).toHaveLength(100 - MOST_BAD_LOGINS);
});

test('guesses of many names hold off the place that they come from, and nobody elsewhere or in the window', async () => {
  for (let n = 0; n < MOST_BAD_LOGINS_OF_ALL; n++) await fromProgram(`name${n}`, 'guess');
  expect(await fromProgram(OWNER.login, OWNER.password)).toBe(403);
  expect(await fromProgram(OWNER.login, OWNER.password, '203.0.113.7')).toBe(200);
  expect((await session({})).status).toBe(200);
  clock += FIRST_HOLD_MS;
  expect(await fromProgram(OWNER.login, OWNER.password)).toBe(200);
});

test('guesses of one-time codes are held off as those of passwords are', async () => {
  await enrol();
  for (let n = 0; n < MOST_BAD_LOGINS; n++) {
    expect(await fromProgram(OWNER.login, OWNER.password, `127.0.1.${n}`, wrongCode())).toBe(401);
  }
  expect(await fromProgram(OWNER.login, OWNER.password, '127.0.2.1', code())).toBe(403);
  expect((await session({ otp: nextCode() })).status).toBe(200);
});

test('guesses in the window wait half a minute, however many they are', async () => {
  await enrol();
  for (let n = 0; n < MOST_BAD_LOGINS; n++) expect((await session({ otp: wrongCode() })).status).toBe(401);
  expect(await session({})).toMatchObject(TOO_MANY);
  for (let n = 0; n < 5; n++) {
    clock += LONGEST_WINDOW_HOLD_MS;
    expect((await session({ password: 'guess' })).status).toBe(401);
    expect(await session({})).toMatchObject(TOO_MANY);
  }
  clock += LONGEST_WINDOW_HOLD_MS;
  expect((await session({ otp: nextCode() })).status).toBe(200);
});

test('a clock that is put forward and back gives no guess back and holds nobody off for longer', async () => {
  const hours = 3_600_000;
  ahead = 8 * hours;
  for (let n = 0; n < MOST_BAD_LOGINS; n++) expect(await fromProgram(OWNER.login, 'guess')).toBe(401);
  for (ahead of [0, 100 * hours, -100 * hours]) expect(await fromProgram(OWNER.login, OWNER.password)).toBe(403);
  clock += FIRST_HOLD_MS;
  expect(await fromProgram(OWNER.login, OWNER.password)).toBe(200);
  // All are forgotten by the time that passed, not by the clock's.
  ahead = -200 * hours;
  clock += 2 * hours;
  for (let n = 0; n < MOST_BAD_LOGINS; n++) expect(await fromProgram(OWNER.login, 'guess')).toBe(401);
});

test('a code that was used while the clock was ahead uses up none of today; a password given then confirms nothing', async () => {
  await enrol();
  ahead = 24 * 3_600_000;
  expect((await session({ otp: totp.generate({ timestamp: clock + ahead }) })).status).toBe(200);
  const confirmedAt = clock + ahead;
  ahead = 0;
  const fresh = nextCode();
  expect((await session({ otp: fresh })).status).toBe(200);
  expect((await session({ otp: fresh })).status).toBe(401);
  const asWindow = (at: number) =>
    engine.service.fetch(new Request('http://gantry.test/api/v3/applications', { method: 'POST', body: '{}' }), {
      login: OWNER.login,
      confirmedAt: at,
    });
  expect((await asWindow(confirmedAt)).headers.get('x-gantry-confirm')).toBe('password');
  expect((await asWindow(clock + 1000)).headers.get('x-gantry-confirm')).toBeNull();
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
