import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** scrypt's N for new hashes: about 60 ms and 32 MB a hash, on libuv's thread pool. */
export const PASSWORD_COST = 2 ** 15;
const KEY_LENGTH = 32;

/** scrypt's parameters. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

function derive(password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/**
 * Hash of a password as stored: `scrypt$N$r$p$salt$key`, the last two in base64.
 * @param N scrypt's cost, a power of two
 */
export async function hashPassword(password: string, N = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const cost = { N, r: 8, p: 1 };
  const key = await derive(password, salt, cost, KEY_LENGTH);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
}

/** Whether the password belongs to the stored hash. Takes the same time for any password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, key] = stored.split('$');
  if (kind !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  return timingSafeEqual(expected, await derive(password, Buffer.from(salt, 'base64'), cost, expected.length));
}
