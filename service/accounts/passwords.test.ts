/** What is stored of a password, and what it costs to guess one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { basic, OWNER, startTestEngine } from '../testing/engine.ts';
import { hashPassword, PASSWORD_COST, verifyPassword } from './passwords.ts';

test('a hash belongs to its password in any spelling of the same letters, and to no other', async () => {
  const hash = await hashPassword('caf\u00e9 au lait', 16);
  expect(hash).toMatch(/^scrypt\$16\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/);
  expect(await verifyPassword('cafe\u0301 au lait', hash)).toBe(true);
  expect(await verifyPassword('cafe au lait', hash)).toBe(false);
  expect(await verifyPassword('caf\u00e9 au lait', '')).toBe(false);
  expect(await hashPassword('caf\u00e9 au lait', 16)).not.toBe(hash);
});

test('passwords of an installation cost 32 MB and 32,768 rounds each, those that were made cheaper still count', async () => {
  expect(PASSWORD_COST).toBe(32_768);
  const folder = mkdtempSync(join(tmpdir(), 'gantry passwords '));
  await (await startTestEngine(folder)).end();
  const engine = await startTestEngine(folder, { passwordCost: undefined });
  expect((await engine.api('GET', '/user')).status).toBe(200);
  const bob = { login: 'bob', password: 'battery staple' };
  expect((await engine.api('POST', '/admin/users', { ...bob, current_password: OWNER.password })).status).toBe(201);
  expect((await engine.api('GET', '/user', undefined, basic(bob.login, bob.password))).status).toBe(200);
  await engine.end();
  const db = new Database(join(folder, 'gantry.sqlite'), { readonly: true });
  const hashes = db.prepare<[], string>("SELECT password_hash FROM accounts WHERE type = 'User' ORDER BY id").pluck();
  expect(hashes.all().map((hash) => hash.split('$').slice(0, 4))).toEqual([
    ['scrypt', '16', '8', '1'],
    ['scrypt', '32768', '8', '1'],
  ]);
  db.close();
  rmSync(folder, { recursive: true });
});
