/** Whether refs were changed, without asking git. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where refs are written, in the formats that git knows. */
const PLACES = ['HEAD', 'packed-refs', 'refs', 'reftable'];

/** Stands in the `HEAD.lock` of a repository that a migration locks: nobody writes there, and nobody is to. */
export const LOCK_MARK = '# Put here by Gantry while a migration locks this repository.';

/**
 * A text that is another one when any ref was changed, and whether a change is being written: until its last ref has its
 * name, the others have `.lock` files.
 */
export function stateOfRefs(path: string): { text: string; locked: boolean } {
  const lines: string[] = [];
  let locked = false;
  const look = (place: string) => {
    const file = join(path, place);
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return;
    if (found.isDirectory()) {
      for (const name of list(file)) look(`${place}/${name}`);
    } else if (place.endsWith('.lock')) {
      locked ||= !(place === 'HEAD.lock' && readFileSync(file, 'utf8').startsWith(LOCK_MARK));
    } else {
      // Git writes these files under another name and renames them: a change is another file.
      lines.push(`${place} ${found.ino} ${found.size} ${found.mtimeNs}`);
    }
  };
  for (const place of PLACES) {
    look(place);
    look(`${place}.lock`);
  }
  return { text: lines.join('\n'), locked };
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    // Git removes folders that became empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
