/**
 * Test files share a process with those before them (vitest.config.ts): starting one for each, and reading the engine's thousand
 * modules in it, took a fifth of the processor's time. What a file left of its process is put back behind it.
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
