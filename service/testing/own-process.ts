/**
 * Test files share a process with those before them (vitest.config.ts): starting one for each, and reading the engine's modules
 * in it, took more than a third of the processor's time of small files. What a file left of its process is put back behind it.
 */
import { afterAll } from 'vitest';
import { forgetTools } from '../processes/installed-tools.ts';
import { takeOver } from '../processes/told-to-threads.ts';

const umask = process.umask();
const environment = { ...process.env };

afterAll(() => {
  forgetTools();
  takeOver({});
  process.umask(umask);
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
