import { fileURLToPath } from 'node:url';

/**
 * The file that `node` runs as `npm run serve`: the built one where `npm test` has built it (it starts twice as fast), else the
 * source.
 */
export const serveProgram: string =
  process.env.GANTRY_TEST_ENGINE ?? fileURLToPath(new URL('../serve.ts', import.meta.url));
