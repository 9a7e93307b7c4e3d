import { extname } from 'node:path';
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
  const worker = new Worker(file, { name: 'engine', execArgv: [], env: SHARE_ENV });
  const ended = Promise.withResolvers<Error>();
  worker.once('error', (error) => ended.resolve(error instanceof Error ? error : new Error(String(error))));
  worker.once('exit', () => ended.resolve(new Error(t('The engine of Gantry stopped unexpectedly.'))));
  return { worker, ended: ended.promise };
}
