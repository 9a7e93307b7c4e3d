import { Failure } from '../failures/failure.ts';
import type { MappedRef } from '../vocabulary/history.ts';
import { runGit } from './git.ts';

/** Gives a repository without refs these. @throws Failure */
export async function writeNewRefs(
  repository: string,
  { refs, head }: { refs: readonly MappedRef[]; head: string | null },
  signal: AbortSignal,
): Promise<void> {
  await runGit({
    flush: 'nothing',
    args: ['--git-dir', repository, 'update-ref', '-z', '--stdin'],
    stdin: refs.map(({ name, oid }) => `create ${name}\0${oid}\0`).join(''),
    signal,
    failure: ({ stderrTail }) => Failure.of('import.refs_not_written', {}, stderrTail),
  }).done;
  if (head !== null) await runGit({ args: ['--git-dir', repository, 'symbolic-ref', 'HEAD', head], signal }).done;
}
