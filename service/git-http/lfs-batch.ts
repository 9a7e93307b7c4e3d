/** The batch API of git-lfs with basic transfers (git-lfs, docs/api/batch.md). */
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { objectPath } from '../lfs/convert/lfs-objects.ts';
import { LIFE_SECONDS } from './clone-tokens.ts';
import { Refusal } from './refusal.ts';

/** Longest body, in bytes: git-lfs asks for 100 objects at a time. */
const LONGEST_BATCH = 256 << 10;
/** What no batch holds, and what takes long to read. */
const NESTED = /[[{](\s*[[{]){4}/;

const batchSchema = z.object({
  operation: z.enum(['download', 'upload']),
  transfers: z.array(z.string()).optional(),
  hash_algo: z.string().optional(),
  objects: z
    .array(z.object({ oid: z.string(), size: z.number().int().nonnegative() }))
    .min(1)
    .max(2000),
});
export type Batch = z.infer<typeof batchSchema>;

export const OID = /^[\da-f]{64}$/;

/** @throws Refusal 409, 413, 422 */
export async function readBatch(body: AsyncIterable<Buffer>): Promise<Batch> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > LONGEST_BATCH) throw new Refusal(413, `A batch may be ${LONGEST_BATCH >> 10} KB long. Ask in parts.`);
    pieces.push(piece);
  }
  const parsed = batchSchema.safeParse(jsonIn(Buffer.concat(pieces).toString('utf8')));
  if (!parsed.success) throw new Refusal(422, 'The body is not a batch of git-lfs.');
  const { transfers = ['basic'], hash_algo = 'sha256' } = parsed.data;
  if (!transfers.includes('basic')) throw new Refusal(422, 'Only basic transfers are known here.');
  if (hash_algo !== 'sha256') throw new Refusal(409, 'Only SHA-256 is known here.');
  return parsed.data;
}

function jsonIn(text: string): unknown {
  try {
    return NESTED.test(text) ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

interface Place {
  /** Folder `lfs/objects` of the repository. */
  folder: string;
  /** `<clone_url>/info/lfs/objects`. */
  address: string;
  /** What transfers are signed with; null where anybody may do them. */
  authorization: string | null;
}

/** What a client shall do with each object. */
export async function answerBatch(batch: Batch, place: Place): Promise<object> {
  const objects: object[] = [];
  for (const { oid, size } of batch.objects) {
    objects.push({ oid, size, ...(await answerObject(batch.operation, { oid, size }, place)) });
  }
  return { transfer: 'basic', objects, hash_algo: 'sha256' };
}

async function answerObject(
  operation: Batch['operation'],
  { oid, size }: { oid: string; size: number },
  { folder, address, authorization }: Place,
): Promise<object> {
  if (!OID.test(oid)) return { error: { code: 422, message: 'This is no SHA-256.' } };
  const there = await sizeOf(folder, oid);
  if (there !== null && there !== size) return { error: { code: 422, message: `It has ${there} bytes, not ${size}.` } };
  if (operation === 'download' && there === null) {
    return { error: { code: 404, message: 'The repository has no content of this name.' } };
  }
  if (operation === 'upload' && there !== null) return {};
  const action = {
    href: operation === 'upload' ? `${address}/${oid}?size=${size}` : `${address}/${oid}`,
    ...(authorization === null ? {} : { header: { Authorization: authorization } }),
    expires_in: LIFE_SECONDS - 60,
  };
  return { authenticated: true, actions: operation === 'upload' ? { upload: action } : { download: action } };
}

/** In bytes; null for one that is not there. */
export async function sizeOf(folder: string, oid: string): Promise<number | null> {
  const found = await stat(objectPath(folder, oid)).catch(() => null);
  return found?.isFile() === true ? found.size : null;
}
