/** Refs of a repository with what they lead to, for comparing one repository with another. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { readRefName } from '../../git/ref-name.ts';

export interface RefState {
  oid: string;
  /** Tree of the commit, of the tag's commit; '' for a tag of something else. */
  tree: string;
}

/** All refs by name. @throws Failure */
export async function readRefs(repository: string, signal: AbortSignal): Promise<Map<string, RefState>> {
  const refs = new Map<string, RefState>();
  await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(refname) %(objectname) %(tree)%(*tree)'],
    signal,
    encoding: 'latin1',
    onStdout: (line) => {
      const [bytes = '', oid = '', tree = ''] = line.split(' ');
      refs.set(readRefName(bytes).name, { oid, tree });
    },
    failure: ({ stderrTail }) => Failure.of('git.refs_not_read_for_verification', {}, stderrTail),
  }).done;
  return refs;
}
