/** Refs of a repository at one moment, although git reads them one after the other. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';

export interface RefsSnapshot {
  /** Sorted by name. Text is latin1: one character a byte, as names may be in any encoding. */
  refs: { name: string; oid: string; symref: string }[];
  /** Content of the file HEAD. */
  head: string;
  /** What `stateOfRefs` said before and after the reading. */
  state: string;
}

/** A `.lock` file that is there this often is one of a crash, which nobody takes away. */
const PATIENCE_WITH_LOCKS = 50;
const MOST_READINGS = 1000;

/**
 * Reads all refs while nobody changes them: a push of several refs is in it as a whole or not at all.
 * @throws Failure when git cannot read the repository
 */
export async function readRefs(path: string, signal: AbortSignal): Promise<RefsSnapshot> {
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    signal.throwIfAborted();
    const before = stateOfRefs(path);
    const refs = await listRefs(path, signal);
    const head = readFileSync(join(path, 'HEAD'), 'latin1');
    const quiet = !before.locked || reading > PATIENCE_WITH_LOCKS;
    if (quiet && stateOfRefs(path).text === before.text) return { refs, head, state: before.text };
  }
  throw Failure.of('export.refs_never_quiet', { path });
}

async function listRefs(path: string, signal: AbortSignal): Promise<RefsSnapshot['refs']> {
  const refs: RefsSnapshot['refs'] = [];
  await runGit({
    args: ['--git-dir', path, 'for-each-ref', '--format=%(objectname) %(symref)%00%(refname)'],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const [left = '', name = ''] = line.split('\0');
      const space = left.indexOf(' ');
      refs.push({ oid: left.slice(0, space), symref: left.slice(space + 1), name });
    },
    failure: ({ stderrTail }) => Failure.of('export.repository_unreadable', { path }, stderrTail),
  }).done;
  return refs.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Where refs are written, in the formats that git knows. */
const PLACES = ['HEAD', 'packed-refs', 'refs', 'reftable'];

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
      locked = true;
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
