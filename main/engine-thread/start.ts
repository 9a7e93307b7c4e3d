import { extname } from 'node:path';
import { SHARE_ENV, Worker } from 'node:worker_threads';

/** Starts the engine's thread, which begins to read the engine's modules. */
export function startEngineThread(): Worker {
  const file = new URL(`./thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);
  return new Worker(file, { name: 'engine', execArgv: [], env: SHARE_ENV });
}
