import { runGit } from '../git/git.ts';

/** Tips whose files tell whether the history has pointers at all: nobody keeps large files on a hundredth branch alone. */
const TIPS_LOOKED_AT = 100;

/** Whether attributes of the newest commits hand files to Git LFS. @param tips ids, the default branch's first */
export async function usesLfs(repositoryPath: string, tips: readonly string[], signal: AbortSignal): Promise<boolean> {
  const looked = tips.slice(0, TIPS_LOOKED_AT);
  const { code } = await runGit({
    args: [
      ...['--git-dir', repositoryPath, 'grep', '--quiet', '--fixed-strings', '-e', 'filter=lfs'],
      ...[...looked, '--', ':(glob)**/.gitattributes'],
    ],
    successExitCodes: 'any',
    signal,
  }).done;
  // 1 is none; where git fails there is no answer.
  return code !== 1;
}
