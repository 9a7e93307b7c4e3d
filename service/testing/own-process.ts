/**
 * Test files share a process with those before them (vitest.config.ts): starting one for each, and reading the engine's thousand
 * modules in it, took a fifth of the processor's time. What a file left of its process is put back behind it.
 */
import { setEnvironmentData } from 'node:worker_threads';
import { afterAll } from 'vitest';
import { forgetTools } from '../processes/installed-tools.ts';
import { endIdleWorkers, startAfresh } from '../processes/workers.ts';

/** What engines tell their threads; kept by the process. */
const TOLD_TO_THREADS = ['engine-mark', 'process-records', 'known-hosts', 'tool-commands', 'network'];

const umask = process.umask();
const environment = { ...process.env };

afterAll(async () => {
  await endIdleWorkers();
  startAfresh();
  forgetTools();
  for (const key of TOLD_TO_THREADS) setEnvironmentData(`gantry.${key}`, undefined);
  process.umask(umask);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
