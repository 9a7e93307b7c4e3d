import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { SecretBox } from './secret-box.ts';
import { UnusableKey } from './secret-key-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry key '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = () => join(folder, 'secrets.key');

const DAMAGED: Record<string, Buffer> = {
  'no bytes': Buffer.alloc(0),
  'half a key': Buffer.alloc(16, 7),
  'more than a key': Buffer.alloc(33, 7),
  'zeros, as a power cut leaves them': Buffer.alloc(32),
};

describe.each(Object.entries(DAMAGED))('a key file with %s', (_what, bytes) => {
  test('signs nothing, seals nothing and opens nothing', () => {
    writeFileSync(file(), bytes);
    const box = new SecretBox(folder);
    expect(() => box.sign('archive 1', 'download')).toThrow(UnusableKey);
    expect(() => box.isSigned('archive 1', 'download', 'x')).toThrow(UnusableKey);
    expect(() => box.close('text', 'context')).toThrow(UnusableKey);
    expect(readFileSync(file())).toEqual(bytes);
  });

  test('stops the start when something was sealed, with what to do; moved away, the engine starts', async () => {
    const engine = await withTwoFactor();
    await engine.end();
    writeFileSync(file(), bytes);
    await expect(startTestEngine(folder)).rejects.toThrow(/secrets\.key .*Put the file back from a backup/s);
    expect(readFileSync(file())).toEqual(bytes);
    rmSync(file());
    const again = await startTestEngine(folder);
    expect(again.logLines.join('\n')).toContain('is missing');
    await again.end();
  });

  test('is moved aside when nothing was sealed, and said', async () => {
    await (await startTestEngine(folder)).end();
    writeFileSync(file(), bytes);
    const engine = await startTestEngine(folder);
    expect(engine.logLines.join('\n')).toContain('secrets.key.unusable');
    expect(readFileSync(`${file()}.unusable`)).toEqual(bytes);
    await engine.end();
  });
});

test('a new key is whole, closed to others and leaves nothing beside it', () => {
  const sealed = new SecretBox(folder).close('text', 'context');
  expect(readdirSync(folder)).toEqual(['secrets.key']);
  expect([statSync(file()).size, statSync(file()).mode & 0o777]).toEqual([32, 0o600]);
  expect(new SecretBox(folder).open(sealed, 'context')).toBe('text');
});

test.skipIf(process.getuid?.() === 0)('where no key can be written nothing is sealed, and later it can be', () => {
  chmodSync(folder, 0o500);
  const box = new SecretBox(folder);
  expect(() => box.close('text', 'context')).toThrow(/EACCES/);
  chmodSync(folder, 0o700);
  expect(box.open(box.close('text', 'context'), 'context')).toBe('text');
});

test('what a killed writer left of a key is not taken for one', () => {
  writeFileSync(`${file()}.new`, Buffer.alloc(7, 1));
  const box = new SecretBox(folder);
  expect(box.open(box.close('text', 'context'), 'context')).toBe('text');
  expect(readdirSync(folder)).toEqual(['secrets.key']);
});

async function withTwoFactor(): Promise<TestEngine> {
  const engine = await startTestEngine(folder);
  const { body } = await engine.api('POST', '/user/two_factor');
  const token = new TOTP({ secret: body.secret }).generate();
  expect((await engine.api('PUT', '/user/two_factor', { otp: token })).status).toBe(200);
  return engine;
}
