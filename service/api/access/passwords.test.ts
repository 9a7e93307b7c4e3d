/** Who may give whom a password, and what that ends. */
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { GantryEvent } from '../../events/events.ts';
import { BASE, basic, startTestEngine, type TestEngine } from '../../testing/engine.ts';

const OWNER = { login: 'ann', password: 'correct horse' };
const CID = { login: 'cid', password: 'secret words' };
const NEXT = 'quite other words';

let engine: TestEngine;
let events: GantryEvent[];
const cid = basic(CID.login, CID.password);

beforeEach(async () => {
  engine = await startTestEngine();
  await engine.api('POST', '/admin/users', CID);
  events = [];
  engine.service.events.subscribe((event) => events.push(event));
});
afterEach(() => engine.end());

const statusOf = async (headers: Record<string, string>) =>
  (await engine.api('GET', '/user', undefined, headers)).status;
const tokenOf = async (headers: Record<string, string>, note: string, scopes: string[] = []) => ({
  authorization: `token ${(await engine.api('POST', '/authorizations', { note, scopes }, headers)).body.token}`,
});
const closed = () => events.filter(({ type }) => type === 'password.changed');

test('an owner gives another account a password: the old one counts no longer, tokens go only when asked', async () => {
  const token = await tokenOf(cid, 'kept');
  const path = '/admin/users/CID/password';
  expect(await engine.api('PUT', path, { password: NEXT })).toMatchObject({ status: 200, body: { revoked_tokens: 0 } });
  expect([await statusOf(cid), await statusOf(basic('cid', NEXT)), await statusOf(token)]).toEqual([401, 200, 200]);
  expect(closed()).toEqual([{ type: 'password.changed', login: 'cid' }]);

  await tokenOf(basic('cid', NEXT), 'second');
  const revoked = await engine.api('PUT', path, { password: 'a third password', revoke_tokens: true });
  expect(revoked).toMatchObject({ status: 200, body: { revoked_tokens: 2 } });
  expect([await statusOf(token), await statusOf(basic('cid', 'a third password'))]).toEqual([401, 200]);
  // The owner's own tokens are no part of it.
  expect((await engine.api('GET', '/authorizations')).status).toBe(200);
});

test('nobody but an owner, with the password, gives passwords; no token does, whatever its scopes', async () => {
  const path = '/admin/users/cid/password';
  const body = { password: NEXT };
  expect((await engine.api('PUT', '/admin/users/ann/password', body, cid)).status).toBe(403);
  expect((await engine.api('PUT', path, body, cid)).status).toBe(403);
  expect((await engine.api('PUT', path, body, { authorization: '' })).status).toBe(401);
  const mighty = await tokenOf(basic(OWNER.login, OWNER.password), 'mighty', ['site_admin', 'user', 'admin:org']);
  for (const asked of [path, '/admin/users/ann/password', '/user/password'])
    expect((await engine.api('PUT', asked, { ...body, current_password: OWNER.password }, mighty)).status).toBe(403);
  expect((await engine.api('PUT', '/admin/users/nobody/password', body)).status).toBe(404);
  expect((await engine.api('PUT', '/admin/users/acme/password', body)).status).toBe(404);
  for (const password of ['short', 'x'.repeat(1025)])
    expect((await engine.api('PUT', path, { password })).body.errors).toMatchObject([{ field: 'password' }]);
  // Not a way around the old password.
  const own = await engine.api('PUT', '/admin/users/ANN/password', body);
  expect([own.status, own.body.errors[0].field]).toEqual([422, 'login']);
  expect([await statusOf(cid), await statusOf({})]).toEqual([200, 200]);
  expect(closed()).toEqual([]);
});

test('the own password is changed with the old one; wrong ones are counted as bad logins are', async () => {
  const change = (current_password: string, password = NEXT, headers = cid) =>
    engine.api('PUT', '/user/password', { current_password, password }, headers);
  const wrong = await change('not it at all');
  expect([wrong.status, wrong.body.errors[0]]).toMatchObject([422, { field: 'current_password' }]);
  expect((await change(CID.password, 'short')).body.errors).toMatchObject([{ field: 'password' }]);
  expect(await statusOf(cid)).toBe(200);
  const token = await tokenOf(cid, 'kept');
  expect((await change(CID.password)).status).toBe(204);
  expect([await statusOf(cid), await statusOf(basic('cid', NEXT)), await statusOf(token)]).toEqual([401, 200, 200]);
  expect(closed()).toEqual([{ type: 'password.changed', login: 'cid' }]);
});

test('in the window: setting another one wants the password confirmed, the own one wants the old one only', async () => {
  const ask = async (method: string, path: string, body: object, confirmedAt: number | null) => {
    const headers = { 'content-type': 'application/json' };
    const request = new Request(BASE + path, { method, headers, body: JSON.stringify(body) });
    const answer = await engine.service.fetch(request, { login: 'ann', confirmedAt });
    return [answer.status, answer.headers.get('x-gantry-confirm')];
  };
  const now = Date.now();
  const person = { login: 'dot', password: NEXT };
  expect(await ask('POST', '/admin/users', person, null)).toEqual([401, 'password']);
  expect(await ask('POST', '/admin/users', person, now)).toEqual([201, null]);
  expect(await ask('PUT', '/admin/users/cid/password', { password: NEXT }, null)).toEqual([401, 'password']);
  expect(await ask('PUT', '/admin/users/cid/password', { password: NEXT }, now)).toEqual([200, null]);
  events.length = 0;
  const own = { current_password: OWNER.password, password: NEXT };
  expect(await ask('PUT', '/user/password', own, null)).toEqual([204, null]);
  // The window in which it was changed stays open.
  expect(closed()).toEqual([]);
});

test('with two factors a program needs the code for both', async () => {
  const { body } = await engine.api('POST', '/user/two_factor', {}, cid);
  const totp = new TOTP({ secret: body.secret });
  const code = (later: number) => totp.generate({ timestamp: Date.now() + later * 30_000 });
  expect((await engine.api('PUT', '/user/two_factor', { otp: code(-1) }, cid)).status).toBe(200);
  const own = { current_password: CID.password, password: NEXT };
  expect((await engine.api('PUT', '/user/password', own, cid)).status).toBe(401);
  expect((await engine.api('PUT', '/user/password', own, { ...cid, 'x-github-otp': code(0) })).status).toBe(204);
});

test('an address that cannot be one makes no account', async () => {
  for (const email of ['', 'cid', 'a b@c', 'a@b\nBcc: c', '@', 'a@@b'])
    expect(
      (await engine.api('POST', '/admin/users', { login: 'dot', password: NEXT, email })).body.errors,
    ).toMatchObject([{ field: 'email' }]);
  const made = await engine.api('POST', '/admin/users', { login: 'dot', password: NEXT, email: 'dot@example.org' });
  expect([made.status, made.body.email]).toEqual([201, 'dot@example.org']);
});

test('an organization comes with the role that the account has in it', async () => {
  const rolesOf = async (headers: Record<string, string>) =>
    (await engine.api('GET', '/user/orgs', undefined, headers)).body.map(
      ({ login, role }: { login: string; role: string }) => [login, role],
    );
  expect(await rolesOf(cid)).toEqual([]);
  await engine.api('PUT', '/orgs/acme/memberships/cid');
  expect(await rolesOf(cid)).toEqual([['acme', 'member']]);
  await engine.api('PUT', '/orgs/acme/memberships/cid', { role: 'admin' });
  expect(await rolesOf(cid)).toEqual([['acme', 'admin']]);
  // An owner of the installation owns it without belonging to it.
  await engine.api('DELETE', '/orgs/acme/memberships/ann');
  expect(await rolesOf({})).toEqual([['acme', 'admin']]);
  expect(events).toContainEqual({ type: 'account.changed', login: 'cid' });
});
