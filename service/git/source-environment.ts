import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileNow } from '../files/replace-file.ts';
import { gitNetwork } from '../network/git-network.ts';
import { SHARED_MEMORY } from '../processes/limits.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { type GitCredentials, gitCredentials } from './git.ts';

interface Surroundings extends GitCredentials {
  /** `GIT_ALLOC_LIMIT` holds what git takes at once, and not what it takes little by little: a list of refs without end, names of packs. */
  mostMemory: number;
}

/**
 * Environment of a git that reads from a repository. The configuration file lets it read those of other users on this machine:
 * `safe.directory` counts only in a file, as upload-pack drops `-c`. Reading runs nobody's program: upload-pack knows no hook but
 * `uploadpack.packObjectsHook`, which a repository's own configuration cannot set (git-config(1), "protected configuration").
 */
export function sourceEnvironment(url: string, credentials: Credentials | null, privateFolder: string): Surroundings {
  return environment(url, credentials, privateFolder, '[safe]\n\tdirectory = *\n');
}

/**
 * Environment of a git that pushes into a repository. Its receive-pack runs the hooks of a folder of this machine; git's own
 * check keeps it from those of other users' folders.
 */
export function targetEnvironment(url: string, credentials: Credentials | null, privateFolder: string): Surroundings {
  return environment(url, credentials, privateFolder, '');
}

function environment(url: string, credentials: Credentials | null, privateFolder: string, safe: string): Surroundings {
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  const network = gitNetwork(url);
  const configuration = join(privateFolder, 'gitconfig');
  // Git shows a ticket to nobody but who says that none but it is there (git-config(1), `http.emptyAuth`). A server of passwords then
  // hears an empty login first, so it is said only where tickets are kept.
  const ticket = credentials === null && process.env.KRB5CCNAME !== undefined ? '[http]\n\temptyAuth = true\n' : '';
  // Where nobody answers git's question, it may hold the path: a redirect's is told by it alone.
  const asking = credentials === null ? '[credential]\n\tuseHttpPath = true\n' : '';
  replaceFileNow(configuration, `${safe}${asking}${ticket}${network.configuration}`, 0o600);
  const { env, secrets } = gitCredentials(url, credentials, privateFolder, network.proxy);
  return { env: { ...env, ...network.env, GIT_CONFIG_GLOBAL: configuration }, secrets, mostMemory: SHARED_MEMORY };
}
