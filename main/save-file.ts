/** Files that a person has saved to a place of their choice. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { renamePatiently } from '../service/files/patient-rename.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';

/**
 * Writes a file where the person said. What was there before stays until the new one is whole.
 * @throws IpcRefusal where the disk does not take it, and what the content does where that ends
 */
export async function saveFile(
  path: string,
  content: string | AsyncIterable<string | Uint8Array>,
  mode = 0o666,
): Promise<void> {
  // A name that nothing of the person's has.
  const unfinished = `${path}.${randomUUID().slice(0, 8)}.part`;
  try {
    const pieces = typeof content === 'string' ? Readable.from([content]) : content;
    await pipeline(pieces, createWriteStream(unfinished, { flush: true, mode }));
    await renamePatiently(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code !== 'string') throw error;
    throw new IpcRefusal(sentenceOf(path, code));
  }
}

function sentenceOf(path: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return t('The disk that {path} is to lie on is full. Free some space there, or choose another place.', { path });
    case 'ENOENT':
    case 'ENOTDIR':
      return t('The folder of {path} is not there any more. Choose another one.', { path });
    case 'EISDIR':
      return t('{path} is a folder. Choose another name.', { path });
    default:
      return t('Nothing can be written to {path} ({code}). Choose another folder, or let yourself write there.', {
        path,
        code,
      });
  }
}
