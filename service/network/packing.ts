/** How bodies are packed on their way (`Content-Encoding`, RFC 9110, 8.4), one way over the other. */
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';
import { NetworkTrouble } from './trouble.ts';
import type { Way } from './way.ts';

const UNPACKING: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  zstd: zlib.createZstdDecompress,
};
/**
 * Ways that are known (IANA's "HTTP Content Coding Registry") and that nobody asked for: what is packed so must not be taken for
 * what was asked for. Other words name none: storage has kept `aws-chunked` of how a content was once sent to it.
 */
const UNKNOWN_HERE: ReadonlySet<string> = new Set([
  ...['compress', 'x-compress', 'aes128gcm', 'dcb', 'dcz', 'exi', 'pack200-gzip'],
]);
/** Each may make a thousand times as many bytes of what it gets. */
const MOST = 3;

/** The bytes that were packed; an error of the stream where they cannot be had. */
export function unpacked(response: Readable, headers: Headers, { parameters }: Way): Readable {
  const ways = (headers.get('content-encoding') ?? '').split(',').map((way) => way.trim().toLowerCase());
  const packed = ways.filter((way) => Object.hasOwn(UNPACKING, way) || UNKNOWN_HERE.has(way)).reverse();
  // Of nothing, web servers say how they would have packed it.
  if (packed.length === 0 || headers.get('content-length') === '0') return response;
  const steps = packed.map((way) => UNPACKING[way]?.());
  if (steps.length > MOST || steps.includes(undefined)) {
    const cause = new Error(`packed as ${packed.join(', ')}`.slice(0, 200));
    return new PassThrough().destroy(new NetworkTrouble('bad_packing', parameters, cause));
  }
  const all = steps as NodeJS.ReadWriteStream[];
  pipeline([response, ...all]).catch(() => undefined);
  return all.at(-1) as unknown as Readable;
}
