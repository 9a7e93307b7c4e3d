import { expect, test } from 'vitest';
import { Failure } from '../failures/failure.ts';
import { LoginGate } from './login-gate.ts';

const LOGIN = { address: 'https://host.example/a', credentials: { username: 'ann', password: 'mistyped' } };
const REFUSED = Failure.of('credentials.login_refused', { url: LOGIN.address });
const MINUTE = 60_000;

const turn = (askedAt = performance.now(), signal = new AbortController().signal) => ({ askedAt, signal });

/** Works that each wait until they are told how they end. */
function works(gate: LoginGate) {
  const begun: { letIn(): void; end(error?: Error): void }[] = [];
  const begin = (login = LOGIN, when = turn()) =>
    gate
      .pass(login, when, (letIn) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        begun.push({ letIn, end: (error) => (error === undefined ? resolve('done') : reject(error)) });
        return promise;
      })
      .catch((error: unknown) => (error instanceof Failure ? error.key : String(error)));
  /** Resolves when what waited for others has gone on. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { begun, begin, settled };
}

test('of many works one shows the login; what the server says goes for all', async () => {
  const { begun, begin, settled } = works(new LoginGate());
  const all = [begin(), begin(), begin({ ...LOGIN, address: 'https://host.example/b' })];
  await settled();
  expect(begun).toHaveLength(1);
  begun[0]?.end(REFUSED);
  expect(await Promise.all(all)).toEqual([
    'credentials.login_refused',
    'import.login_refused_before',
    'import.login_refused_before',
  ]);
  expect(begun).toHaveLength(1);
});

test('once one is let in the others begin, while it goes on', async () => {
  const { begun, begin, settled } = works(new LoginGate());
  const all = [begin(), begin(), begin()];
  await settled();
  begun[0]?.letIn();
  await settled();
  expect(begun).toHaveLength(3);
  // Refused at another repository: the login is right.
  begun[1]?.end(REFUSED);
  expect(await all[1]).toBe('credentials.login_refused');
  for (const work of [begun[0], begun[2]]) work?.end();
  expect(await Promise.all([all[0], all[2]])).toEqual(['done', 'done']);
});

test('another login, another server and none at all wait for nobody', async () => {
  const { begun, begin, settled } = works(new LoginGate());
  begin();
  begin({ ...LOGIN, credentials: { username: 'ann', password: 'right' } });
  begin({ ...LOGIN, address: 'https://other.example/a' });
  begin({ ...LOGIN, address: 'http://host.example/a' });
  begin({ ...LOGIN, credentials: null } as unknown as typeof LOGIN);
  await settled();
  expect(begun).toHaveLength(5);
});

test('of a server that cannot be reached nobody waits for the next; of one that was cancelled the next shows it', async () => {
  const gate = new LoginGate();
  const { begun, begin, settled } = works(gate);
  const abort = new AbortController();
  const all = [begin(LOGIN, turn(performance.now(), abort.signal)), begin(), begin(), begin()];
  await settled();
  abort.abort(Failure.of('work.cancelled', {}));
  begun[0]?.end(Failure.of('work.cancelled', {}));
  await settled();
  expect(begun).toHaveLength(2);
  begun[1]?.end(new Error('unreachable'));
  await settled();
  expect(begun).toHaveLength(4);
  for (const work of begun) work.end();
  await Promise.all(all);
});

test('one that was cancelled while it waited ends', async () => {
  const { begun, begin, settled } = works(new LoginGate());
  const abort = new AbortController();
  const first = begin();
  const second = begin(LOGIN, turn(performance.now(), abort.signal));
  await settled();
  abort.abort(Failure.of('work.cancelled', {}));
  expect(await second).toBe('work.cancelled');
  begun[0]?.end();
  expect(await first).toBe('done');
  expect(begun).toHaveLength(1);
});

test('a login that was refused is tried again for who asks a minute later, or gives it anew', async () => {
  const gate = new LoginGate();
  const { begun, begin } = works(gate);
  const first = begin();
  begun[0]?.end(REFUSED);
  await first;
  expect(await begin()).toBe('import.login_refused_before');
  const later = begin(LOGIN, turn(performance.now() + 2 * MINUTE));
  expect(begun).toHaveLength(2);
  begun[1]?.end(REFUSED);
  await later;
  gate.forgive(LOGIN.address, LOGIN.credentials);
  void begin();
  expect(begun).toHaveLength(3);
});
