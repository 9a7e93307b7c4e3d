/** Refs of a repository at one moment, although git reads them one after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { damageOfRefs } from '../../git/damage.ts';
import { runGit } from '../../git/git.ts';
import { plainRefs } from '../../git/plain-refs.ts';
import { stateOfRefs } from '../../git/refs-state.ts';

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
 * @param fullName `owner/name`, for messages
 * @throws Failure when git cannot read the repository
 */
export async function readRefs(path: string, fullName: string, signal: AbortSignal): Promise<RefsSnapshot> {
  for (let reading = 1; reading <= MOST_READINGS; reading++) {
    signal.throwIfAborted();
    const before = stateOfRefs(path);
    const refs = await listRefs(path, fullName, signal);
    const head = readFileSync(join(path, 'HEAD'), 'latin1');
    const quiet = !before.locked || reading > PATIENCE_WITH_LOCKS;
    if (quiet && stateOfRefs(path).text === before.text) return { refs, head, state: before.text };
  }
  throw Failure.of('export.refs_never_quiet', { path });
}

async function listRefs(path: string, fullName: string, signal: AbortSignal): Promise<RefsSnapshot['refs']> {
  const plain = plainRefs(path);
  if (plain !== null) return plain.map((ref) => ({ ...ref, symref: '' }));
  const refs: RefsSnapshot['refs'] = [];
  const { stderrTail } = await runGit({
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
  const damage = damageOfRefs(stderrTail);
  if (damage !== null) throw Failure.of('export.repository_damaged', { repository: fullName, damage });
  return refs.sort((a, b) => (a.name < b.name ? -1 : 1));
}
