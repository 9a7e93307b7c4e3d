/** Repositories that see the objects of others, so that more can be written beside them. */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createBareRepository } from './bare-repository.ts';

/**
 * Makes an empty repository at `path`, in place of what lies there, that borrows the objects of packs.
 * @param packs absolute paths in `objects/pack` of their repositories
 * @param shallow file that names the commits at which a history ends; need not be there
 */
export async function createBorrowing(path: string, packs: readonly string[], shallow: string): Promise<void> {
  rmSync(path, { recursive: true, force: true });
  await createBareRepository(path, 'main', 'nothing');
  const lenders = new Set(packs.map((pack) => dirname(dirname(pack))));
  writeFileSync(join(path, 'objects/info/alternates'), `${[...lenders].join('\n')}\n`);
  if (existsSync(shallow)) copyFileSync(shallow, join(path, 'shallow'));
}
