/** The server's side of NTLM (MS-NLMP), for tests: it signs in a connection, and checks the proof that it is sent. */
import { createHmac, randomBytes } from 'node:crypto';
import { createNTHashedPasswordV1 } from '@node-ntlm/core';

export interface Account {
  domain: string;
  name: string;
  password: string;
}

const SIGNATURE = 'NTLMSSP\0';
/** Unicode, target info and extended security. */
const FLAGS = 0x00888201 | 1;

export class NtlmConnection {
  readonly #account: Account;
  #challenge: Buffer | null = null;
  isSignedIn = false;

  constructor(account: Account) {
    this.#account = account;
  }

  /** @param token base64 behind the scheme's name @returns the server's message, base64, or null for its last word */
  answer(token: string): string | null {
    const message = Buffer.from(token, 'base64');
    this.isSignedIn = false;
    if (message.toString('latin1', 0, 8) !== SIGNATURE) return null;
    if (message.readUInt32LE(8) === 1) {
      this.#challenge = randomBytes(8);
      return challengeMessage(this.#challenge, this.#account.domain).toString('base64');
    }
    const challenge = this.#challenge;
    this.#challenge = null;
    this.isSignedIn = challenge !== null && this.#proves(message, challenge);
    return null;
  }

  #proves(message: Buffer, challenge: Buffer): boolean {
    const [proof, domain, name] = [20, 28, 36].map((at) => {
      const offset = message.readUInt32LE(at + 4);
      return message.subarray(offset, offset + message.readUInt16LE(at));
    }) as [Buffer, Buffer, Buffer];
    const account = this.#account;
    if (name.toString('utf16le').toLowerCase() !== account.name.toLowerCase()) return false;
    if (domain.toString('utf16le').toLowerCase() !== account.domain.toLowerCase()) return false;
    const said = `${name.toString('utf16le').toUpperCase()}${domain.toString('utf16le')}`;
    const key = hmac(createNTHashedPasswordV1(account.password), Buffer.from(said, 'utf16le'));
    return hmac(key, Buffer.concat([challenge, proof.subarray(16)])).equals(proof.subarray(0, 16));
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('md5', key).update(data).digest();
}

function challengeMessage(challenge: Buffer, domain: string): Buffer {
  const target = Buffer.from(domain, 'utf16le');
  const info = Buffer.concat([pair(2, domain), pair(1, 'TFS'), pair(0, '')]);
  const head = Buffer.alloc(56);
  head.write(SIGNATURE, 'latin1');
  head.writeUInt32LE(2, 8);
  head.writeUInt16LE(target.length, 12);
  head.writeUInt16LE(target.length, 14);
  head.writeUInt32LE(56, 16);
  head.writeUInt32LE(FLAGS, 20);
  challenge.copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt16LE(info.length, 42);
  head.writeUInt32LE(56 + target.length, 44);
  return Buffer.concat([head, target, info]);
}

function pair(id: number, text: string): Buffer {
  const value = Buffer.from(text, 'utf16le');
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(value.length, 2);
  return Buffer.concat([head, value]);
}
