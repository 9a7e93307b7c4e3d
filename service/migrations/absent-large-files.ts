/**
 * Large files that a history has pointers to, and whose contents are not beside it. Archives of GitHub never hold them
 * (https://github.com/octodemo/gei-demo: LFS files are migrated after the repository, by another way).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectPath } from '../lfs/convert/lfs-objects.ts';
import { usesLfs } from '../lfs/uses-lfs.ts';
import { pointersIn } from '../sources/git/lfs-pointers.ts';

/** Of so many tips every folder is looked at: of a hundred it would take longer than all else that an export does. */
const TIPS_LOOKED_INTO = 5;

/**
 * Whether the looking of `absentLargeFiles` is worth it, which reads a part of all blobs.
 * @param tips ids of what the repository's refs name, the default branch's first
 */
export async function mayNameLargeFiles(
  repository: string,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  return existsSync(contentsOf(repository)) || usesLfs(repository, tips, signal, TIPS_LOOKED_INTO);
}

/** @param repository in which all objects are reached by refs. @returns SHA-256 of each content that it has a pointer to */
export async function namedLargeFiles(repository: string, signal: AbortSignal): Promise<Set<string>> {
  return new Set((await pointersIn(repository, signal, true)).map(({ oid }) => oid));
}

/** @param repository in which all objects are reached by refs. @returns how many different contents are missing */
export async function absentLargeFiles(repository: string, signal: AbortSignal): Promise<number> {
  const named = await namedLargeFiles(repository, signal);
  let absent = 0;
  for (const oid of named) if (!existsSync(objectPath(contentsOf(repository), oid))) absent += 1;
  return absent;
}

function contentsOf(repository: string): string {
  return join(repository, 'lfs/objects');
}
