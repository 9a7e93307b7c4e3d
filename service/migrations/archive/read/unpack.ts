/** The unpacked bytes of a `.tar.gz`, with an eye on bombs and on what follows the end. */
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { Failure } from '../../../failures/failure.ts';

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

/** @throws Failure (a sentence) when there is no such file, or it is none */
export async function openArchive(path: string): Promise<{ file: FileHandle; state: FileState }> {
  let file: FileHandle;
  let found: Stats;
  try {
    // Looked at first: opening a pipe would wait for somebody to write into it.
    found = await stat(path);
    if (found.isDirectory()) throw Failure.of('archive.is_folder', { path });
    if (!found.isFile()) throw Failure.of('archive.is_no_file', { path });
    file = await open(path, 'r');
    found = await file.stat();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw Failure.of('archive.not_openable', { path, mayNot: code === 'EACCES' }, code);
  }
  const state = { size: found.size, modifiedMs: Math.floor(found.mtimeMs) };
  const refuse = async (failure: Failure) => {
    await file.close();
    throw failure;
  };
  if (found.size === 0) await refuse(Failure.of('archive.is_empty', { path }));
  const start = Buffer.alloc(2);
  await file.read(start, 0, 2, 0);
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    await refuse(Failure.of('archive.no_gzip', { path }));
  }
  return { file, state };
}

/**
 * Hands the unpacked bytes to `take`, chunk by chunk; the next chunk is unpacked on another thread meanwhile.
 * @returns the file's state and how many bytes came out
 * @throws Failure (a sentence): see `openArchive`; damaged, cut off, a bomb, or changed while it was read
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
        throw Failure.of('archive.unpacks_too_large', { ratio: LARGEST_RATIO });
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
  throw Failure.of('archive.changed', { path });
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
  return Failure.of('archive.trailing', {});
}

function described(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') {
    return Failure.of('archive.cut_off', {}, code);
  }
  if (code === 'Z_DATA_ERROR' || code === 'Z_NEED_DICT' || code === 'Z_STREAM_ERROR') {
    return Failure.of('archive.damaged', {}, (error as Error).message);
  }
  return error;
}
