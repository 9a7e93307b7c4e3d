/** Partial clones on this machine: what they lack is found before anything is copied. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import type { SourceContext } from '../source.ts';
import { gitFolderOf } from './git-folder.ts';

/**
 * Refuses a partial clone that lacks contents; one that has fetched all of them since is as good as any. Of another machine
 * nothing shows it before its git says so.
 * @throws Failure `git.partial_clone`
 */
export async function refusePartialFolder(url: string, { privateFolder, signal }: SourceContext): Promise<void> {
  const folder = partialFolder(url);
  if (folder === null) return;
  const found = new AbortController();
  let isMissing = false;
  await runGit({
    // Names what is not there (`?` and its id), and asks nobody for it.
    args: ['--git-dir', folder, 'rev-list', '--objects', '--all', '--missing=print'],
    // Of other damage the clone has better words.
    successExitCodes: 'any',
    env: sourceEnvironment(url, null, privateFolder).env,
    signal: AbortSignal.any([signal, found.signal]),
    onStdout: (line) => {
      if (!line.startsWith('?')) return;
      isMissing = true;
      found.abort();
    },
  }).done.catch((error: unknown) => {
    if (!isMissing) throw error;
  });
  if (isMissing) throw Failure.of('git.partial_clone', {});
}

/** The Git folder of a partial clone that an address of this machine names, or null. */
function partialFolder(url: string): string | null {
  const folder = gitFolderOf(url);
  if (folder === undefined) return null;
  return readdirSync(join(folder, 'objects/pack')).some((name) => name.endsWith('.promisor')) ? folder : null;
}
