/** Texts that do not fit memory: the delta and both texts live in files of the fetch folder. */

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../../language/sentence.ts';
import { MODE_SYMLINK } from '../../folders/raw/directory.ts';
import { DumpError, type NodeRecord } from '../dump/record.ts';
import { streamSvndiff } from '../dump/svndiff.ts';
import { type FileState, linkText, type NodeText } from './file-texts.ts';
import type { RawHistory } from './history.ts';

/** Texts, bases and deltas over this many bytes are not held in memory. */
export const MEMORY_LIMIT = 32 << 20;

/**
 * Takes a record's text through files and adds it as a blob.
 * @param bring writes the text, or its delta, into a file
 * @param base the file that a delta applies to, or null
 * @throws DumpError when the text does not have the checksum that the source says
 */
export async function addLargeText(
  history: RawHistory,
  record: NodeRecord,
  bring: (path: string) => Promise<void> | void,
  base: FileState | null,
): Promise<NodeText> {
  const paths = ['large-delta', 'large-base', 'large-text'].map((name) => join(history.folder, name)) as [
    string,
    string,
    string,
  ];
  const [deltaPath, basePath, textPath] = paths;
  try {
    await bring(deltaPath);
    let textFile = deltaPath;
    if (record.textIsDelta) {
      if (base === null || base.blob < 0) writeFileSync(basePath, '', { mode: 0o600 });
      else if (base.mode === MODE_SYMLINK)
        writeFileSync(basePath, linkText(history.store.read(base.blob)), { mode: 0o600 });
      else await history.store.readToFile(base.blob, basePath);
      applyInFiles(deltaPath, basePath, textPath);
      textFile = textPath;
    }
    if (record.textMd5 !== null && md5OfFile(textFile) !== record.textMd5) {
      throw new DumpError(say('the text of a large file does not have the checksum that the source says'));
    }
    const number = history.store.addBlobFile(textFile);
    const { size } = statSync(textFile);
    if (size > MEMORY_LIMIT) history.addLarge({ number, size, path: record.path });
    return { kind: 'blob', number, size };
  } finally {
    for (const path of paths) rmSync(path, { force: true });
  }
}

function applyInFiles(deltaPath: string, basePath: string, textPath: string): void {
  const delta = openSync(deltaPath, 'r');
  const base = openSync(basePath, 'r');
  const text = openSync(textPath, 'w', 0o600);
  try {
    streamSvndiff(
      (into, position) => readUpTo(delta, into, position),
      (offset, length) => {
        const view = Buffer.allocUnsafe(length);
        return view.subarray(0, readUpTo(base, view, offset));
      },
      (piece) => {
        for (let at = 0; at < piece.length; ) at += writeSync(text, piece, at);
      },
    );
  } finally {
    for (const file of [delta, base, text]) closeSync(file);
  }
}

function readUpTo(file: number, into: Buffer, position: number): number {
  let at = 0;
  while (at < into.length) {
    const got = readSync(file, into, at, into.length - at, position + at);
    if (got === 0) break;
    at += got;
  }
  return at;
}

function md5OfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const sum = createHash('md5');
    const piece = Buffer.allocUnsafe(4 << 20);
    for (let position = 0; ; ) {
      const got = readUpTo(file, piece, position);
      if (got === 0) return sum.digest('hex');
      sum.update(piece.subarray(0, got));
      position += got;
    }
  } finally {
    closeSync(file);
  }
}
