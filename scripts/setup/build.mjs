import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { projectEnvironment } from './node.mjs';
import { step } from './progress.mjs';
import { projectFolder, SetupError } from './project.mjs';

const sources = [
  'main',
  'preload',
  'renderer',
  'client',
  'language',
  'service',
  'electron.vite.config.ts',
  // Shown by the app.
  'docs/guide',
  'CHANGELOG.md',
  'CHANGELOG.de.md',
  'package-lock.json',
  'package.json',
];
const stamp = join(projectFolder, 'out', 'built-from');

/** One value for the state of all sources: names, sizes and times, without reading a file. */
function sourcesState() {
  const hash = createHash('sha256');
  const add = (path) => {
    const found = statSync(join(projectFolder, path));
    if (found.isDirectory()) {
      for (const name of readdirSync(join(projectFolder, path)).sort()) add(join(path, name));
    } else {
      hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`);
    }
  };
  for (const path of sources) add(path);
  return hash.digest('hex');
}

/** Builds the app into `out/` when a source changed since the last build. */
export async function provideBuild(nodeBin) {
  const state = sourcesState();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return;
  const result = await step('building the app', () =>
    runCommand('electron-vite', ['build', '--logLevel', 'warn'], {
      env: projectEnvironment(nodeBin),
      output: 'stderr',
    }),
  );
  if (result.code !== 0) throw new SetupError('The app could not be built. The lines above say why.');
  mkdirSync(join(projectFolder, 'out'), { recursive: true });
  writeFileSync(stamp, state);
}
