/** Text of files that a person chose. Spreadsheets and old tools save other encodings, whose letters would be lost in names that are kept. */
import { readFile } from 'node:fs/promises';
import { t } from './language/text.ts';

/** Marks at the beginning, as Windows PowerShell (`svn log > authors.txt`) and Excel ("Unicode Text") write them. */
const MARKS: readonly (readonly [number, number, string])[] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
];

/** @returns null where it is neither UTF-8 nor UTF-16 that says so; say `unreadableText` then */
export async function readTextFile(path: string): Promise<string | null> {
  const bytes = await readFile(path);
  const marked = MARKS.find(([first, second]) => bytes[0] === first && bytes[1] === second);
  try {
    return new TextDecoder(marked?.[2] ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function unreadableText(): string {
  return t('This file is not UTF-8: letters of it would be lost. Save it as UTF-8 and choose it again.');
}
