/** What is started for the name of a command. */
export function programOf(
  command: string,
  env: NodeJS.ProcessEnv,
  platform?: NodeJS.Platform,
  files?: { exists(path: string): boolean; read(path: string): string },
): { command: string; first: string[] };
