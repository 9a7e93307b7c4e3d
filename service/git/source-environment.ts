import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitNetwork } from '../network/git-network.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { type GitCredentials, gitCredentials } from './git.ts';

/**
 * Environment of a git that talks to a source. The configuration file lets it read repositories of
 * other users on this machine: `safe.directory` counts only in a file, as upload-pack drops `-c`.
 */
export function sourceEnvironment(url: string, credentials: Credentials | null, privateFolder: string): GitCredentials {
  mkdirSync(privateFolder, { recursive: true, mode: 0o700 });
  const network = gitNetwork(url);
  const configuration = join(privateFolder, 'gitconfig');
  writeFileSync(configuration, `[safe]\n\tdirectory = *\n${network.configuration}`, { mode: 0o600 });
  const { env, secrets } = gitCredentials(url, credentials, privateFolder, network.proxy);
  return { env: { ...env, ...network.env, GIT_CONFIG_GLOBAL: configuration }, secrets };
}
