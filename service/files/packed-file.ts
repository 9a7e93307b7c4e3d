/** Long files of data that are packed (gzip): lists of refs and reports say the same words thousands of times. */
import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gunzip, gunzipSync, gzipSync } from 'node:zlib';
import { syncFolder } from './durable-file.ts';
import { linesOf } from './file-lines.ts';
import { renamePatiently } from './patient-rename.ts';

/** The level of which more saves a tenth and takes three times as long. */
const LEVEL = 1;
/** Characters of a long text that are packed at once. */
const CHUNK = 64 * 1024;

/** What a file is called that `path` names unpacked: earlier versions wrote it so. */
export const packed = (path: string): string => `${path}.gz`;

/**
 * Writes a text, or pieces of it as they come: whole or not there.
 * @param path without `.gz`
 */
export async function writePacked(path: string, content: string | Iterable<string>): Promise<void> {
  const unfinished = `${packed(path)}.new`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      const pieces = Readable.from(chunksOf(typeof content === 'string' ? [content] : content));
      // An error of the first is one of the second's.
      await file.writeFile(pieces.compose(createGzip({ level: LEVEL })));
      await file.sync();
    } finally {
      await file.close();
    }
    await renamePatiently(unfinished, packed(path));
    await rm(path, { force: true });
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Removes it, in whichever form it is there. */
export async function removePacked(path: string): Promise<void> {
  for (const name of [packed(path), path]) await rm(name, { force: true });
}

/** As `writePacked`, for threads that may wait and write anew what is not whole. */
export function writePackedNow(path: string, text: string): void {
  writeFileSync(packed(path), packedPiece(text));
}

/** @param path without `.gz` @returns null where there is none @throws SyntaxError where it is damaged */
export async function readPacked(path: string): Promise<string | null> {
  const bytes = await readFile(packed(path)).catch(notThere);
  if (bytes === null) return (await readFile(path, 'utf8').catch(notThere)) as string | null;
  try {
    return (await promisify(gunzip)(bytes)).toString('utf8');
  } catch (error) {
    throw asDamage(error);
  }
}

/** As `readPacked`, for threads that may wait. */
export function readPackedNow(path: string): string | null {
  if (!existsSync(packed(path))) return existsSync(path) ? readFileSync(path, 'utf8') : null;
  const bytes = readFileSync(packed(path));
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    throw asDamage(error);
  }
}

/** A piece of a long file whose pieces stand behind each other (RFC 1952: a file is a series of members). */
export function packedPiece(text: string): Buffer {
  return gzipSync(text, { level: LEVEL });
}

/** Whether there is one, in whichever form. @param path without `.gz` */
export function isPackedThere(path: string): boolean {
  return existsSync(packed(path)) || existsSync(path);
}

/**
 * The bytes of a file, or of what `packedPiece` made of it, whichever there is.
 * @param path without `.gz`
 * @throws SyntaxError where it is damaged
 */
export async function* packedBytes(path: string): AsyncGenerator<Buffer> {
  const isPacked = !existsSync(path);
  const file = createReadStream(isPacked ? packed(path) : path);
  try {
    yield* isPacked ? file.compose(createGunzip()) : file;
  } catch (error) {
    throw asDamage(error);
  }
}

/** The lines of one; none where there is no file. @param path without `.gz` @throws SyntaxError where it is damaged */
export async function* packedLines(path: string): AsyncGenerator<string> {
  if (isPackedThere(path)) yield* linesOf(packedBytes(path));
}

function* chunksOf(pieces: Iterable<string>): Generator<Buffer> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

function notThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** What zlib says of bytes that it did not write: as damaged as JSON that cannot be read. */
function asDamage(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return /^(?:Z_DATA_ERROR|Z_BUF_ERROR)$/.test(code) ? new SyntaxError(message, { cause: error }) : error;
}
