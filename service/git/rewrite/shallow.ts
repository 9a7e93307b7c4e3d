import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OidMap } from './oid-map.ts';

/**
 * A shallow history ends at the same commits, which may have other ids now.
 * @returns the file that names them; null for a history that is whole
 */
export function keepShallow(repository: string, changed: OidMap): string | null {
  const before = join(repository, 'shallow');
  if (!existsSync(before)) return null;
  const ends = readFileSync(before, 'latin1').split('\n').filter(Boolean);
  const after = ends.map((id) => changed.get(id) ?? id);
  const path = join(repository, 'shallow-after');
  writeFileSync(path, `${after.join('\n')}\n`);
  // This repository has both.
  writeFileSync(before, `${[...new Set([...ends, ...after])].join('\n')}\n`);
  return path;
}
