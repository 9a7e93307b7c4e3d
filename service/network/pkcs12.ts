/**
 * A certificate and its key as PKCS#12 (RFC 7292), the one form that Subversion takes (serf reads it with PKCS12_parse):
 * made here, as not every machine has openssl. Nothing in it is encrypted and its password is empty: it lies where the
 * key that it is made of could lie as well, and is removed with the folder.
 */
import { createHash, createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { certificatesIn } from './authorities.ts';

const ITERATIONS = 2048;
/** Block of SHA-256, in bytes. */
const BLOCK = 64;

/**
 * @param certificates PEM, the own one first
 * @param key PEM without a passphrase
 * @throws Error when either is not what it should be
 */
export function pkcs12(certificates: string, key: string): Buffer {
  const bags = certificatesIn(certificates).map((pem) =>
    bag(
      '1.2.840.113549.1.12.10.1.3',
      sequence(oid('1.2.840.113549.1.9.22.1'), tagged(octets(new X509Certificate(pem).raw))),
    ),
  );
  const plainKey = createPrivateKey(key).export({ type: 'pkcs8', format: 'der' });
  const contents = [sequence(...bags), sequence(bag('1.2.840.113549.1.12.10.1.1', plainKey))];
  const safe = sequence(...contents.map(data));
  return sequence(integer(3), data(safe), mac(safe));
}

/** Of an empty password (RFC 7292, appendix B: two zero bytes, as its text ends with one of two bytes). */
function mac(safe: Buffer): Buffer {
  const salt = randomBytes(16);
  const repeat = (bytes: Buffer) => Buffer.alloc(BLOCK, bytes);
  let key: Buffer = Buffer.concat([Buffer.alloc(BLOCK, 3), repeat(salt), repeat(Buffer.alloc(2))]);
  for (let n = 0; n < ITERATIONS; n++) key = createHash('sha256').update(key).digest();
  const sum = createHmac('sha256', key).update(safe).digest();
  const algorithm = sequence(oid('2.16.840.1.101.3.4.2.1'), der(0x05, Buffer.alloc(0)));
  return sequence(sequence(algorithm, octets(sum)), octets(salt), integer(ITERATIONS));
}

function bag(type: string, value: Buffer): Buffer {
  return sequence(oid(type), tagged(value));
}

function data(content: Buffer): Buffer {
  return sequence(oid('1.2.840.113549.1.7.1'), tagged(octets(content)));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = Buffer.from(
    length.toString(16).padStart(length.toString(16).length + (length.toString(16).length % 2), '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, Buffer.concat(parts));
const octets = (content: Buffer) => der(0x04, content);
const tagged = (content: Buffer) => der(0xa0, content);

/** Positive and below 32768. */
function integer(value: number): Buffer {
  return der(0x02, value < 128 ? Buffer.from([value]) : Buffer.from([value >> 8, value & 0xff]));
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
    return digits;
  });
  return der(0x06, Buffer.from(bytes));
}
