/** What the last mapping made, for verification: `<import folder>/mapping/mapped.json.gz`. */

import { join } from 'node:path';
import { readPackedNow, writePackedNow } from '../../../files/packed-file.ts';
import type { Layout } from '../../../vocabulary/history.ts';

/** What a ref must hold. */
export interface ExpectedHead {
  ref: string;
  /** Folder for people, without leading slash. */
  folder: string;
  /** Tree id, 40 hex digits. */
  tree: string;
}

export interface MappedFile {
  layout: Layout;
  heads: ExpectedHead[];
}

function mappedPath(folder: string): string {
  return join(folder, 'mapping', 'mapped.json');
}

export function writeMapped(folder: string, mapped: MappedFile): void {
  writePackedNow(mappedPath(folder), JSON.stringify(mapped));
}

/** @returns null before the first mapping */
export function readMapped(folder: string): MappedFile | null {
  const text = readPackedNow(mappedPath(folder));
  return text === null ? null : (JSON.parse(text) as MappedFile);
}
