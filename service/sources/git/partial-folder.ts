/** Partial clones on this machine: what they lack is found before anything is copied. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { InvalidAddress, readAddress } from '../address.ts';
import { pathsNamedBy } from '../local/named-paths.ts';
import type { SourceContext } from '../source.ts';

/** Where git looks for a repository below a path (path.c, `enter_repo`). */
const SUFFIXES = ['/.git', '', '.git'];

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
  try {
    const address = readAddress(url);
    if (address.scheme !== 'path' && address.scheme !== 'file') return null;
    const folders = pathsNamedBy(address).flatMap((path) => SUFFIXES.map((suffix) => path + suffix));
    const folder = folders.find((path) => existsSync(join(path, 'objects/pack')));
    const packs = folder === undefined ? [] : readdirSync(join(folder, 'objects/pack'));
    return folder !== undefined && packs.some((name) => name.endsWith('.promisor')) ? folder : null;
  } catch (error) {
    if (error instanceof InvalidAddress) return null;
    throw error;
  }
}
