import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const projectFolder = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where set-up keeps what it fetched; safe to delete. */
export const cacheFolder = join(projectFolder, '.cache');

/**
 * Tells the person what set-up is doing. On stderr, because the stdout of `npm run serve` belongs to
 * the engine's one JSON line.
 */
export function say(sentence) {
  process.stderr.write(`gantry: ${sentence}\n`);
}

/** A failure of set-up that a person can read; its message is printed without a stack trace. */
export class SetupError extends Error {}

/** Runs a script's main function and turns a SetupError into a sentence and exit code 1. */
export async function runScript(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
