import { resolve } from 'node:path';

/**
 * Where the database and the repositories lie: `--data <folder>` (or `--data=<folder>`), else the
 * environment variable GANTRY_DATA, else a folder beside the app's settings.
 */
export function chooseDataFolder(argv: readonly string[], env: NodeJS.ProcessEnv, userData: string): string {
  for (const [index, argument] of argv.entries()) {
    const following = argv[index + 1];
    if (argument === '--data' && following) return resolve(following);
    if (argument.startsWith('--data=') && argument.length > 7) return resolve(argument.slice(7));
  }
  if (env.GANTRY_DATA) return resolve(env.GANTRY_DATA);
  return resolve(userData, 'data');
}
