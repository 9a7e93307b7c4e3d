/** Encryption of what must be read again and must not stand in the database: the key lies in a file beside it. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { makeKey, readKey } from './secret-key-file.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with the key file `secrets.key` (mode 0600) of a data folder. */
export class SecretBox {
  readonly #file: string;
  #key: Buffer | null = null;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'secrets.key');
  }

  /** @param context what the text belongs to; the same is needed to open it */
  close(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#readKey(true), nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws Error when the key file is missing or another's, or the text was changed */
  open(closed: string, context: string): string {
    const bytes = Buffer.from(closed, 'base64');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#readKey(false), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** HMAC-SHA-256 of a text, lower-case hex. @param context what it is for: a signature of one thing is none of another */
  sign(text: string, context: string): string {
    return createHmac('sha256', this.#readKey(true))
      .update(JSON.stringify([context, text]))
      .digest('hex');
  }

  /** Whether `signature` is what `sign` gives. */
  isSigned(text: string, context: string, signature: string): boolean {
    const right = Buffer.from(this.sign(text, context));
    const given = Buffer.from(signature);
    return given.length === right.length && timingSafeEqual(given, right);
  }

  #readKey(make: boolean): Buffer {
    this.#key ??= readKey(this.#file);
    if (this.#key === null && make) this.#key = makeKey(this.#file);
    if (this.#key === null) throw new Error(`${this.#file} is missing.`);
    return this.#key;
  }
}
