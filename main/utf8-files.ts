/** Text of files that a person chose. Spreadsheets and old tools save other encodings, whose letters would be lost in names that are kept. */
import { readFile } from 'node:fs/promises';
import { t } from './language/text.ts';

/** @returns null where it is not UTF-8; say `notUtf8` then */
export async function readUtf8(path: string): Promise<string | null> {
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function notUtf8(): string {
  return t('This file is not UTF-8: letters of it would be lost. Save it as UTF-8 and choose it again.');
}
