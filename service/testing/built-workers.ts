/**
 * Worker threads of tests start from the built engine where `npm test` has built it: they are the same code, and a thread that
 * loads its hundred sources takes two to three times as much of the processor until its first line.
 */
import { existsSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = join(import.meta.dirname, '..');
const built = process.env.GANTRY_TEST_WORKERS;

if (built !== undefined) {
  const threads = createRequire(import.meta.url)('node:worker_threads') as typeof import('node:worker_threads');
  const FromSource = threads.Worker;
  const folder = built;
  threads.Worker = class extends FromSource {
    constructor(...[file, options]: ConstructorParameters<typeof FromSource>) {
      super(file instanceof URL ? builtOf(file, folder) : file, options);
    }
  };
  syncBuiltinESMExports();
}

function builtOf(file: URL, folder: string): URL | string {
  const path = join(folder, relative(sources, fileURLToPath(file)).replace(/\.ts$/, '.js'));
  return existsSync(path) ? path : file;
}
