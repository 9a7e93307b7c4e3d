import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { SHARE_ENV, Worker } from 'node:worker_threads';
import { t } from '../language/text.ts';

export interface EngineThread {
  readonly worker: Worker;
  /** Resolves with why it ended, whether it was told to or not, and however soon. */
  readonly ended: Promise<Error>;
}

/** Starts the engine's thread, which begins to read the engine's modules. */
export function startEngineThread(): EngineThread {
  const file = new URL(`./thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  const begun = tellWhereCompiled();
  const worker = new Worker(file, { name: 'engine', execArgv: [], env: SHARE_ENV });
  worker.once('online', begun);
  const ended = Promise.withResolvers<Error>();
  worker.once('error', (error) => ended.resolve(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', begun);
  worker.once('exit', () => ended.resolve(new Error(t('The engine of Gantry stopped unexpectedly.'))));
  return { worker, ended: ended.promise };
}

const WHERE_COMPILED = 'NODE_COMPILE_CACHE';

/**
 * Threads do not follow their process in where modules are found compiled, but a variable. It stays no longer than a thread needs to
 * read it: the programs that the system opens folders and addresses with, and what these start, would keep their own modules there.
 * A copy of the environment for the thread alone would tell upper from lower case, on Windows too, where `Path` is not `PATH` then.
 * @returns takes it back
 */
function tellWhereCompiled(): () => void {
  const compiled = getCompileCacheDir();
  if (compiled === undefined || process.env[WHERE_COMPILED] !== undefined) return () => undefined;
  // Node's own part of it lies below.
  process.env[WHERE_COMPILED] = dirname(compiled);
  return () => delete process.env[WHERE_COMPILED];
}
