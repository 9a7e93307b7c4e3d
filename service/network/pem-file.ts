/** Files with certificates and keys, wherever a person says that they lie. */
import { closeSync, readSync, statSync } from 'node:fs';
import { openRegularFile } from '../files/regular-file.ts';

/** PEM files are small; a film that is named by mistake is not read. */
const LARGEST_FILE = 8 << 20;

/** What lies there is nothing that is read. */
export class UnfitFile extends Error {
  readonly why: 'folder' | 'no_file' | 'too_large';
  constructor(why: UnfitFile['why']) {
    super(`what is there is unfit: ${why}`);
    this.why = why;
  }
}

/** The bytes of a file: never of a pipe, which nobody may ever write into, nor of a device without an end. @throws UnfitFile; errors of the system */
export function readPemFile(file: string): Buffer {
  if (statSync(file).isDirectory()) throw new UnfitFile('folder');
  const open = openRegularFile(file);
  if (open === null) throw new UnfitFile('no_file');
  try {
    if (open.size > LARGEST_FILE) throw new UnfitFile('too_large');
    const bytes = Buffer.alloc(open.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(open.descriptor, bytes, length, bytes.length - length, length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(open.descriptor);
  }
}
