import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { say } from '../../language/sentence.ts';
import { RememberedCredentials } from './remembered-credentials.ts';
import { testVault } from './testing/test-vault.ts';
import { NO_VAULT, type Vault } from './vault.ts';

const ADDRESS = 'svn://svn.example.org/project';
const READER = { username: 'reader', password: 'correct horse' };

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'gantry-credentials-'));
}

test('credentials come back after a restart, for their account and address alone', async () => {
  const data = folder();
  const before = new RememberedCredentials(data, testVault(), () => undefined);
  const id = await before.keep(1, ADDRESS, READER);
  const after = new RememberedCredentials(data, testVault(), () => undefined);
  expect(after.find(1, ADDRESS)).toBe(id);
  expect(await after.open(id)).toEqual(READER);
  expect(after.find(2, ADDRESS)).toBeNull();
  expect(after.find(1, `${ADDRESS}/trunk`)).toBeNull();
  expect(after.list(1)).toEqual([{ id, address: ADDRESS, username: 'reader', created_at: expect.any(String) }]);
  expect(await after.forget(2, id)).toBe(false);
  expect(await after.forget(1, id)).toBe(true);
  expect(new RememberedCredentials(data, testVault(), () => undefined).list(1)).toEqual([]);
});

test('the file holds neither the password nor a name that may be a token, and others may not read it', async () => {
  const data = folder();
  const remembered = new RememberedCredentials(data, testVault(), () => undefined);
  await remembered.keep(1, ADDRESS, READER);
  await remembered.keep(1, 'https://git.example.org/a.git', { username: 'ghp_token', password: '' });
  const file = join(data, 'remembered-credentials.json');
  const text = readFileSync(file, 'utf8');
  expect(text).not.toContain('correct horse');
  expect(text).not.toContain('ghp_token');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('remembering again replaces what was remembered for the address', async () => {
  const remembered = new RememberedCredentials(folder(), testVault(), () => undefined);
  const [first, second] = await Promise.all([
    remembered.keep(1, ADDRESS, READER),
    remembered.keep(1, 'svn://other.example.org', READER),
  ]);
  expect(await remembered.keep(1, ADDRESS, { ...READER, password: 'new' })).toBe(first);
  expect((await remembered.open(first))?.password).toBe('new');
  expect(await remembered.open(second)).toEqual(READER);
});

test('two passwords kept for one address at the same time leave one entry, and each id opens it', async () => {
  const remembered = new RememberedCredentials(folder(), testVault(), () => undefined);
  const ids = await Promise.all([
    remembered.keep(1, ADDRESS, { ...READER, password: 'first' }),
    remembered.keep(1, ADDRESS, { ...READER, password: 'second' }),
  ]);
  expect(remembered.list(1)).toHaveLength(1);
  expect(ids[1]).toBe(ids[0]);
  expect((await remembered.open(ids[0]))?.password).toBe('second');
});

test('what another machine sealed is asked for again, and the log says so', async () => {
  const data = folder();
  const id = await new RememberedCredentials(data, testVault('this machine'), () => undefined).keep(1, ADDRESS, READER);
  const lines: string[] = [];
  const elsewhere = new RememberedCredentials(data, testVault('another machine'), (_level, text) => lines.push(text));
  expect(await elsewhere.open(id)).toBeNull();
  expect(lines).toEqual([`The keychain did not give out the password for ${ADDRESS}. It must be given again.`]);
});

test('a keychain that waits for its person holds nobody up, and is asked anew the next time', async () => {
  const data = folder();
  const id = await new RememberedCredentials(data, testVault(), () => undefined).keep(1, ADDRESS, READER);
  const { promise: opened, resolve: unlock } = Promise.withResolvers<void>();
  const own = testVault();
  const locked: Vault = {
    state: () => opened.then(() => own.state()),
    seal: (text) => opened.then(() => own.seal(text)),
    open: (sealed) => opened.then(() => own.open(sealed)),
  };
  const lines: string[] = [];
  const note = (_level: string, text: string) => lines.push(text);
  const remembered = new RememberedCredentials(data, locked, note, undefined, { stateMs: 1, entryMs: 1 });
  expect(await remembered.state()).toEqual({
    available: false,
    reason: say('The keychain of this machine is locked, and waits to be opened. Open it, then try again.'),
  });
  expect(await remembered.open(id)).toBeNull();
  expect(lines).toEqual([`The keychain did not give out the password for ${ADDRESS}. It must be given again.`]);
  await expect(remembered.keep(1, 'svn://other.example.org', READER)).rejects.toThrow('waits to be opened');
  expect(remembered.list(1)).toHaveLength(1);
  unlock();
  const patient = new RememberedCredentials(data, locked, note);
  expect(await patient.state()).toEqual({ available: true, reason: null });
  expect(await patient.open(id)).toEqual(READER);
});

test('without a keychain nothing is remembered', async () => {
  const remembered = new RememberedCredentials(folder(), NO_VAULT, () => undefined);
  expect((await remembered.state()).available).toBe(false);
  await expect(remembered.keep(1, ADDRESS, READER)).rejects.toThrow('no keychain');
  expect(remembered.list(1)).toEqual([]);
});

test('a file that cannot be read is put aside, and the log says so', () => {
  const data = folder();
  writeFileSync(join(data, 'remembered-credentials.json'), '{"half');
  const lines: string[] = [];
  const remembered = new RememberedCredentials(data, testVault(), (_level, text) => lines.push(text));
  expect(remembered.list(1)).toEqual([]);
  expect(lines.join()).toContain('put aside');
  expect(readFileSync(join(data, 'remembered-credentials.json.unreadable'), 'utf8')).toBe('{"half');
});
