/** Refs of a repository at one moment, although git reads them one after the other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '../../git/git.ts';
import { ImportFailure } from '../../imports/source.ts';

export interface RefsSnapshot {
  /** Sorted by name. Text is latin1: one character a byte, as names may be in any encoding. */
  refs: { name: string; oid: string; symref: string }[];
  /** Content of the file HEAD. */
  head: string;
}

/** How often reading is begun anew while somebody pushes, before what was read last is taken. */
const MOST_READINGS = 50;

/**
 * Reads all refs until two readings in a row are equal and no change was being written: a push of several refs is then
 * in it as a whole or not at all.
 * @throws ImportFailure when git cannot read the repository
 */
export async function readRefs(path: string, signal: AbortSignal): Promise<RefsSnapshot> {
  let before = await readOnce(path, signal);
  for (let reading = 1; ; reading++) {
    const quiet = !isBeingChanged(path);
    const now = await readOnce(path, signal);
    // A `.lock` file that nobody ever takes away is of a crash, and refs do not change any more.
    if (sameRefs(before, now) && (quiet || reading >= MOST_READINGS)) return now;
    before = now;
  }
}

export function sameRefs(one: RefsSnapshot, other: RefsSnapshot): boolean {
  return one.head === other.head && JSON.stringify(one.refs) === JSON.stringify(other.refs);
}

async function readOnce(path: string, signal: AbortSignal): Promise<RefsSnapshot> {
  const refs: RefsSnapshot['refs'] = [];
  const { code, stderrTail } = await runGit({
    args: ['--git-dir', path, 'for-each-ref', '--format=%(objectname) %(symref)%00%(refname)'],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const [left = '', name = ''] = line.split('\0');
      const space = left.indexOf(' ');
      refs.push({ oid: left.slice(0, space), symref: left.slice(space + 1), name });
    },
  }).done;
  if (code !== 0) {
    throw new ImportFailure(
      'internal',
      `The repository at ${path} could not be read. Check it with "git fsck", then retry the export.`,
      stderrTail,
    );
  }
  refs.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { refs, head: readFileSync(join(path, 'HEAD'), 'latin1') };
}

/** Whether a transaction of refs is being written: until its last ref has its name, the others have lock files. */
function isBeingChanged(path: string): boolean {
  if (existsSync(join(path, 'packed-refs.lock')) || existsSync(join(path, 'HEAD.lock'))) return true;
  return hasLock(join(path, 'refs'));
}

function hasLock(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true }).some((entry) =>
      entry.isDirectory() ? hasLock(join(folder, entry.name)) : entry.name.endsWith('.lock'),
    );
  } catch (error) {
    // Git removes folders that became empty.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
