import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';

/** What a package is made of, beside the build. */
const INGREDIENTS = ['out/built-from', 'packaging', 'scripts/package', 'electron-builder.yml'];

/** Whether something that was packed is there, and younger than all that it is made of. @param path absolute */
export function isFresh(path) {
  if (!existsSync(path)) return false;
  const age = statSync(path).mtimeMs;
  return INGREDIENTS.every((name) => newest(join(projectFolder, name)) < age);
}

function newest(path) {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(...readdirSync(path).map((name) => newest(join(path, name))));
}
