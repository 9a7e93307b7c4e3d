import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinalRef } from './convert/final-refs.ts';

/** Beside staging: which changeset each ref came from. */
export function headsFile(folder: string): string {
  return join(folder, 'heads.json');
}

export async function readHeads(folder: string): Promise<FinalRef[]> {
  return JSON.parse(await readFile(headsFile(folder), 'utf8')) as FinalRef[];
}
