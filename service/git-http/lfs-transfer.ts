/** Contents of large files, out and in. What comes in has its name only when it is whole and is what it is called. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../files/durable-file.ts';
import { makeFolder } from '../files/durable-tree.ts';
import { renamePatiently } from '../files/patient-rename.ts';
import { objectPath } from '../lfs/convert/lfs-objects.ts';
import { sizeOf } from './lfs-batch.ts';
import { Refusal } from './refusal.ts';

/** Sends an object, or what follows a place in it: git-lfs goes on with what it has. @throws Refusal 404, 416 */
export async function sendObject(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  folder: string,
  oid: string,
): Promise<void> {
  const size = await sizeOf(folder, oid);
  if (size === null) throw new Refusal(404, 'The repository has no content of this name.');
  const [, from = '0', to = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(incoming.headers.range ?? '') ?? [];
  const isPart = from !== '0' || to !== '';
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (isPart && (start >= size || end < start)) throw new Refusal(416, `The content has ${size} bytes.`);
  outgoing.writeHead(isPart ? 206 : 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': String(end - start + 1),
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    ...(isPart ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
  });
  if (incoming.method === 'HEAD' || size === 0) return void outgoing.end();
  await pipeline(createReadStream(objectPath(folder, oid), { start, end }), outgoing);
}

interface Upload {
  body: AsyncIterable<Buffer>;
  /** Where it is written until it is whole: on the file system of `folder`. */
  unfinished: string;
  /** Folder `lfs/objects` of the repository. */
  folder: string;
  oid: string;
  /** Bytes that were announced; null where none were. */
  size: number | null;
}

/** @throws Refusal 422 for what is not the content of that name */
export async function storeObject({ body, unfinished, folder, oid, size }: Upload): Promise<void> {
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const path = join(unfinished, randomUUID());
  const file = await open(path, 'wx', 0o600);
  try {
    const sum = createHash('sha256');
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      if (size !== null && length > size) throw new Refusal(422, `The content is longer than ${size} bytes.`);
      sum.update(piece);
      await file.writeFile(piece);
    }
    if (sum.digest('hex') !== oid || (size !== null && length !== size)) {
      throw new Refusal(422, 'The content does not have the SHA-256 or the size that it was announced with.');
    }
    await file.sync();
    await file.close();
    const target = objectPath(folder, oid);
    await makeFolder(dirname(target));
    await renamePatiently(path, target);
    await syncFolder(dirname(target));
  } finally {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
  }
}
