/** The Git LFS server that a repository itself names, in its `.lfsconfig` (git-lfs-config(5)). */
import { say } from '../../../language/sentence.ts';
import { runGit } from '../../git/git.ts';
import { withoutLogin } from '../../network/without-login.ts';
import type { Finding } from '../../vocabulary/report.ts';

export interface NamedServer {
  /** The setting that names it. */
  key: string;
  url: string;
}

/**
 * Settings that git-lfs takes from the file, and asks before the address of the repository: the first before the second, which is that of
 * any clone (git-lfs-config(5), "LFSCONFIG"; seen with `git lfs env` of 3.3.0).
 */
const KEYS = ['lfs.url', 'remote.origin.lfsurl'];

/** The server as it stands on the branch that is checked out by default; null where none is named. */
export async function namedServer(repository: string, signal: AbortSignal): Promise<NamedServer | null> {
  for (const key of KEYS) {
    const { code, stdout } = await runGit({
      args: ['--git-dir', repository, 'config', '--blob', 'HEAD:.lfsconfig', '--get', key],
      successExitCodes: 'any',
      signal,
    }).done;
    const url = code === 0 ? stdout.trim() : '';
    if (url !== '') return { key, url };
  }
  return null;
}

/** The address of its API; null where it is none of HTTP. */
export function namedEndpoint(named: NamedServer | null): string | null {
  if (named === null || !URL.canParse(named.url)) return null;
  return /^https?:$/.test(new URL(named.url).protocol) ? withoutLogin(named.url).replace(/\/+$/, '') : null;
}

/** Clones of the new repository believe the file, too: git-lfs asks the server in it before the one of the remote. */
export function namedServerFinding({ key, url }: NamedServer): Finding {
  return {
    kind: 'lfs_server_named',
    severity: 'warning',
    text: say(
      "The source's .lfsconfig names a Git LFS server, {url}. The file came as it is: whoever clones the new repository goes on asking that server for large files, and fails when it is switched off. Take {key} out of .lfsconfig in a new commit once the new place is in use.",
      { url: withoutLogin(url), key },
    ),
    count: 1,
    examples: ['.lfsconfig'],
  };
}
