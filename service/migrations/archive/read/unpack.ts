/** The unpacked bytes of a `.tar.gz`, with an eye on bombs and on what follows the end. */
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { ImportFailure } from '../../../sources/source.ts';
import { refused } from './refusal.ts';

/** Bytes a read and a chunk of unpacked data. */
const CHUNK = 512 * 1024;
/** Below this much unpacked data no ratio is a bomb, in bytes. */
const HARMLESS = 512 * 1024 * 1024;
/** Unpacked to packed. Real archives hold packs, which do not shrink; records alone stay far below. */
const LARGEST_RATIO = 250;

/** A file as it was seen; another size or time of change means another file. */
export interface FileState {
  size: number;
  /** Milliseconds since 1970, whole. */
  modifiedMs: number;
}

export interface UnpackOptions {
  signal: AbortSignal;
  /** Refused when the file is not as it was. */
  expected?: FileState;
  /** Told after every chunk: bytes of the file that were read. */
  onRead?: (read: number) => void;
}

/** @throws ImportFailure (a sentence) when there is no such file, or it is none */
export async function openArchive(path: string): Promise<{ file: FileHandle; state: FileState }> {
  let file: FileHandle;
  let found: Stats;
  try {
    // Looked at first: opening a pipe would wait for somebody to write into it.
    found = await stat(path);
    if (found.isDirectory()) throw refused(`${path} is a folder. Give the path of an archive (.tar.gz).`);
    if (!found.isFile()) throw refused(`${path} is not a file. Give the path of an archive (.tar.gz).`);
    file = await open(path, 'r');
    found = await file.stat();
  } catch (error) {
    if (error instanceof ImportFailure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EACCES' ? 'may not be read by this account' : 'does not exist';
    throw refused(`The archive ${path} ${why}. Check the path and the permissions.`, code);
  }
  const state = { size: found.size, modifiedMs: Math.floor(found.mtimeMs) };
  const refuse = async (text: string) => {
    await file.close();
    throw refused(text);
  };
  if (found.size === 0) await refuse(`The archive ${path} is an empty file. Fetch or make it again.`);
  const start = Buffer.alloc(2);
  await file.read(start, 0, 2, 0);
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    await refuse(`${path} is not a gzip file. Give the path of an archive of a migration (.tar.gz).`);
  }
  return { file, state };
}

/**
 * Hands the unpacked bytes to `take`, chunk by chunk; the next chunk is unpacked on another thread meanwhile.
 * @returns the file's state and how many bytes came out
 * @throws ImportFailure (a sentence): see `openArchive`; damaged, cut off, a bomb, or changed while it was read
 */
export async function unpack(
  path: string,
  options: UnpackOptions,
  take: (chunk: Buffer) => void | Promise<void>,
): Promise<{ state: FileState; unpacked: number }> {
  const { file, state } = await openArchive(path);
  try {
    const { expected } = options;
    if (expected !== undefined) refuseChanged(path, expected, state);
    let read = 0;
    let unpacked = 0;
    const packed = file.createReadStream({ start: 0, highWaterMark: CHUNK, autoClose: false });
    packed.on('data', (chunk) => {
      read += chunk.length;
    });
    const gunzip = createGunzip({ chunkSize: CHUNK, highWaterMark: CHUNK } as object);
    pipeline(packed, gunzip, () => undefined);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      options.signal.throwIfAborted();
      unpacked += chunk.length;
      if (unpacked > HARMLESS && unpacked > read * LARGEST_RATIO) {
        throw refused(
          `The archive unpacks to more than ${LARGEST_RATIO} times its size, as no real one does. It was not read any further.`,
        );
      }
      const taken = take(chunk);
      if (taken !== undefined) await taken;
      options.onRead?.(Math.min(read, gunzip.bytesWritten));
    }
    await refuseTrailing(file, gunzip, state.size);
    const now = await file.stat();
    refuseChanged(path, state, { size: now.size, modifiedMs: Math.floor(now.mtimeMs) });
    return { state, unpacked };
  } catch (error) {
    throw described(error);
  } finally {
    await file.close();
  }
}

function refuseChanged(path: string, before: FileState, now: FileState): void {
  if (before.size === now.size && before.modifiedMs === now.modifiedMs) return;
  throw refused(`The archive ${path} has changed since it was opened. Open it again.`);
}

/** gzip ignores zeros after its end (padding); anything else there is no part of the archive. */
async function refuseTrailing(file: FileHandle, gunzip: Gunzip, size: number): Promise<void> {
  const buffer = Buffer.alloc(64 * 1024);
  for (let at = gunzip.bytesWritten; at < size; ) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) return;
    for (let i = 0; i < bytesRead; i++) if (buffer[i] !== 0) throw trailing();
    at += bytesRead;
  }
}

function trailing() {
  return refused('Something that is not part of it follows the end of the archive. Fetch or make the archive again.');
}

function described(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') {
    return refused('The archive is cut off: the file ends too early. Fetch or make the archive again.', code);
  }
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT' || code === 'Z_STREAM_ERROR') {
    return refused(
      'The archive is damaged: it cannot be unpacked, or its checksum is wrong. Fetch or make the archive again.',
      (error as Error).message,
    );
  }
  return error;
}
