/**
 * Reads a file while a program writes it. Unlike a pipe, which holds 64 KB, it lets the program run ahead, so that
 * both work at the same time.
 */
import { type FileHandle, open } from 'node:fs/promises';

const PIECE = 1 << 20;
/** Waits between looks at a file that does not grow, in milliseconds. */
const WAIT_MS = 4;

/**
 * The bytes of a file up to the end that it has when its writer has ended.
 * @param ended resolves (or rejects) when nothing more is written
 * @returns pieces, each valid until the next is asked for
 */
export async function* growingFile(path: string, ended: Promise<unknown>): AsyncGenerator<Buffer> {
  let over = false;
  const end = () => {
    over = true;
  };
  void ended.then(end, end);
  const piece = Buffer.allocUnsafe(PIECE);
  let file: FileHandle | null = null;
  try {
    for (;;) {
      // Asked before reading: what is written until the end is read after it.
      const last = over;
      file ??= await openIfThere(path);
      const bytes = file === null ? 0 : (await file.read(piece, 0, PIECE)).bytesRead;
      if (bytes > 0) yield piece.subarray(0, bytes);
      else if (last) return;
      else await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
  } finally {
    await file?.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
