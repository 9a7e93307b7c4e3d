import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import type { Vault } from '../vault.ts';

/** A vault as a keychain is one: what was sealed under another name does not open. */
export function testVault(machine = 'this machine'): Vault {
  const key = scryptSync(machine, 'test', 32, { N: 2 });
  return {
    state: async () => ({ available: true, reason: null }),
    async seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    async open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
