/** Refs of a plain repository read without git, whose start would take longer. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefName } from './ref-name.ts';

/** More is git's to read. */
const MOST_BYTES = 1 << 20;
const MOST_LOOSE = 200;

/** A ref whose name is latin1: one character a byte, as names may be in any encoding. */
export interface PlainRef {
  name: string;
  oid: string;
}

/**
 * The refs as `git for-each-ref` lists them: those with a file of their own before packed ones of the same name.
 * @returns null for a repository in which anything is not as git usually writes it: git reads it, and says what is wrong
 */
export function plainRefs(path: string): PlainRef[] | null {
  try {
    if (isThere(join(path, 'reftable')) || isThere(join(path, 'worktrees'))) return null;
    const refs = packedRefs(path);
    if (refs === null || !addLoose(path, 'refs', refs, { left: MOST_LOOSE })) return null;
    return [...refs].map(([name, oid]) => ({ name, oid })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    // Refs come and go.
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function packedRefs(path: string): Map<string, string> | null {
  const refs = new Map<string, string>();
  const file = join(path, 'packed-refs');
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return refs;
  if (!found.isFile() || found.size > MOST_BYTES) return null;
  const lines = readFileSync(file, 'latin1').split('\n');
  // What does not end with a line's end was cut off.
  if (lines.pop() !== '') return null;
  for (const [number, line] of lines.entries()) {
    // What an annotated tag leads to stands below it.
    if ((number === 0 && line.startsWith('# pack-refs with:')) || /^\^[\da-f]{40}$/.test(line)) continue;
    const [, oid, name] = /^([\da-f]{40}) (.+)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined || !isRefName(name) || /^0+$/.test(oid) || refs.has(name)) return null;
    refs.set(name, oid);
  }
  return refs;
}

/** @returns false for anything that is no ref as git writes it */
function addLoose(path: string, place: string, refs: Map<string, string>, count: { left: number }): boolean {
  for (const entry of readdirSync(join(path, place), { withFileTypes: true, encoding: 'buffer' })) {
    const name = `${place}/${entry.name.toString('latin1')}`;
    // Names in another encoding than UTF-8 are no paths to Node.
    if (/[^\x20-\x7e]/.test(name)) return false;
    if (entry.isDirectory()) {
      if (!addLoose(path, name, refs, count)) return false;
      continue;
    }
    count.left -= 1;
    if (!entry.isFile() || count.left < 0 || !isRefName(name)) return false;
    const oid = /^([\da-f]{40})\n$/.exec(readFileSync(join(path, name), 'latin1'))?.[1];
    if (oid === undefined || /^0+$/.test(oid)) return false;
    refs.set(name, oid);
  }
  return true;
}
