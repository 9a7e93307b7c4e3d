/** What Git itself takes from `.gitattributes` for the pointers of a branch: whoever checks them out gets the contents only where that is Git LFS. */
import { rmSync } from 'node:fs';
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';

interface CheckedOut {
  repository: string;
  /** Id of the commit. */
  commit: string;
  /** Paths of pointers in it: bytes as latin1 strings. */
  paths: readonly string[];
  /** A file that may be made, in no repository. */
  index: string;
  signal: AbortSignal;
}

export const GIVEN_TO_LFS: Said = say('large files that Git gives to Git LFS when they are checked out');

/** Bytes that Git encodes anew are no pointer any more. */
const WANTED = new Map<string, (value: string) => boolean>([
  ['filter', (value: string) => value === 'lfs'],
  ['working-tree-encoding', (value: string) => value === 'unspecified'],
]);

/** @returns the paths among them for which Git asks Git LFS @throws Failure */
export async function givenToLfs({ repository, commit, paths, index, signal }: CheckedOut): Promise<Set<string>> {
  const given = new Set(paths);
  if (given.size === 0) return given;
  const run = async (args: string[], stdin: string) => {
    const { stdout } = await runGit({
      args: ['--git-dir', repository, ...args],
      env: { GIT_INDEX_FILE: index },
      stdin: Buffer.from(stdin, 'latin1'),
      encoding: 'latin1',
      signal,
      failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
    }).done;
    return stdout;
  };
  try {
    await run(['read-tree', `${commit}^{tree}`], '');
    const listed = await run(
      ['check-attr', '--cached', '-z', '--stdin', ...WANTED.keys()],
      paths.map((path) => `${path}\0`).join(''),
    );
    const fields = listed.split('\0');
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [path = '', name = '', value = ''] = fields.slice(at, at + 3);
      if (WANTED.get(name)?.(value) !== true) given.delete(path);
    }
    return given;
  } finally {
    rmSync(index, { force: true });
  }
}
