import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Hash of a file's content, such as `digest(path, 'sha512', 'base64')`. */
export async function digest(path, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
}
