import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createService, type Service, type TrustedIdentity } from '../service/index.ts';
import { EngineAnswer } from './engine-thread/answer.ts';
import { Session } from './session.ts';

let service: Service;
let memory: { askAtStart: boolean; lastLogin: string | null; leftClosed: boolean };

beforeAll(async () => {
  service = await createService({ dataFolder: mkdtempSync(join(tmpdir(), 'gantry session ')), log: () => undefined });
  await service.setUp({ login: 'owner', password: 'a long password' });
});
afterAll(() => service.close());
beforeEach(() => {
  memory = { askAtStart: false, lastLogin: null, leftClosed: false };
});

async function asked(request: Request, identity: TrustedIdentity) {
  const response = await service.fetch(request, identity);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function open(): Promise<Session> {
  const session = new Session(
    {
      owner: async () => service.ownerIdentity()?.login ?? null,
      request: async (identity, method, path, { body, contentType } = {}) => {
        const { status, headers, text } = await asked(
          new Request(`http://gantry.invalid/api/v3${path}`, {
            method,
            ...(body === undefined ? {} : { body }),
            ...(contentType === undefined ? {} : { headers: { 'Content-Type': contentType } }),
          }),
          identity,
        );
        return new EngineAnswer(status, headers, text);
      },
    },
    { read: () => memory, change: (changes) => void Object.assign(memory, changes) },
  );
  await session.restore();
  return session;
}

it('goes straight in as the owner, without a password that was given', async () => {
  expect((await open()).state()).toEqual({ login: 'owner', locked: false, confirmed_until: null });
});

it('goes in as the owner when the last account is none of this data folder', async () => {
  memory.lastLogin = 'somebody-else';
  expect((await open()).state().login).toBe('owner');
});

it('starts locked when the person wants to be asked', async () => {
  memory.askAtStart = true;
  const session = await open();
  expect(session.state()).toEqual({ login: 'owner', locked: true, confirmed_until: null });
  expect(session.identity()).toBeNull();
});

it('opens with the right password only, and says what is wrong in a sentence', async () => {
  const session = await open();
  session.lock();
  expect(await session.signIn('owner', 'a wrong password', null)).toEqual({
    accepted: false,
    message: 'The login or the password is wrong.',
    code_needed: false,
  });
  expect(session.isOpen()).toBe(false);
  expect(await session.signIn('owner', 'a long password', null)).toEqual({ accepted: true });
  expect(session.state().confirmed_until).toBeGreaterThan(Date.now());
});

it('stays closed over a restart, and forgets that the password was given', async () => {
  const session = await open();
  await session.confirmPassword('a long password', null);
  expect(session.identity()).toMatchObject({ login: 'owner', confirmedAt: expect.any(Number) });
  session.signOut();
  expect(session.state()).toEqual({ login: null, locked: false, confirmed_until: null });
  expect((await open()).state()).toMatchObject({ login: 'owner', locked: true });
  expect(JSON.stringify(memory)).not.toContain('a long password');
});

it('does not open for a password that was still being checked when it was closed', async () => {
  const session = await open();
  session.lock();
  const answer = session.signIn('owner', 'a long password', null);
  session.signOut();
  expect(await answer).toMatchObject({ accepted: false });
  expect(session.state().login).toBeNull();
});

it('locks when the account that is signed in got another password elsewhere, and for no other', async () => {
  const session = await open();
  session.passwordChanged('somebody-else');
  expect(session.isOpen()).toBe(true);
  session.passwordChanged('owner');
  expect([session.isOpen(), session.state().confirmed_until, memory.leftClosed]).toEqual([false, null, true]);
  // A password that was being checked meanwhile is too late.
  const checking = session.signIn('owner', 'a long password', null);
  session.passwordChanged('owner');
  expect(await checking).toMatchObject({ accepted: false });
  expect((await session.signIn('owner', 'a long password', null)).accepted).toBe(true);
});

it('counts a password that came with the first account as given, and none while it is locked', async () => {
  const session = await open();
  session.passwordGiven();
  expect(session.state().confirmed_until).toBeGreaterThan(Date.now());
  session.lock();
  session.passwordGiven();
  expect(session.state().confirmed_until).toBeNull();
});
