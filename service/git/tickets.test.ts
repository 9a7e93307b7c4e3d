/** Kerberos tickets: git shows one where no login is given. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { childEnvironment } from '../processes/environment.ts';
import { sourceEnvironment } from './source-environment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry tickets '));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const login = { username: 'ann', password: 'secret' };

test.each([
  [null, true],
  [login, false],
])('with tickets kept, and the login %j', (credentials, isShown) => {
  vi.stubEnv('KRB5CCNAME', 'FILE:/nowhere/tickets');
  vi.stubEnv('KRB5_CONFIG', '/nowhere/krb5.conf');
  sourceEnvironment('https://git.example/x.git', credentials, folder);
  expect(readFileSync(join(folder, 'gitconfig'), 'utf8').includes('emptyAuth = true')).toBe(isShown);
  expect(childEnvironment()).toMatchObject({ KRB5CCNAME: 'FILE:/nowhere/tickets', KRB5_CONFIG: '/nowhere/krb5.conf' });
});

test('where no tickets are kept, no server hears an empty login', () => {
  vi.stubEnv('KRB5CCNAME', undefined);
  sourceEnvironment('https://git.example/x.git', null, folder);
  expect(readFileSync(join(folder, 'gitconfig'), 'utf8')).not.toContain('emptyAuth');
});
