/**
 * What code draws which picture of the guide. A picture is as old as the files of its screen, the window's frame and the theme.
 * The parts that screens share (`renderer/components`) do not count: each change of one would make every picture stale, and what
 * they look like is held by the pictures that are compared (`e2e/specs/looks.spec.ts`).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';

/** Of every picture. */
const FRAME = [
  'renderer/frame/app-frame.tsx',
  'renderer/frame/app-frame.module.css',
  'renderer/theme.ts',
  'renderer/window.css',
];

/** Folders below `renderer/screens` by the beginning of the screen's path; the first that fits. */
const SCREENS = [
  ['/imports-lists', ['import-lists']],
  ['/imports', ['imports', 'authors', 'remotes']],
  ['/repositories', ['repository', 'remotes']],
  ['/migrations', ['migrations']],
  ['/archives', ['archives']],
  ['/people-book', ['people-book']],
  ['/tokens', ['tokens']],
  ['/applications', ['applications']],
  ['/rate-limit', ['rate-limit']],
  ['/settings', ['settings']],
  ['/help', ['about']],
  ['/about', ['about']],
  ['/', ['home']],
];

/** Folders of the screens that draw a picture. @param path the window's path, such as `/imports/owner/tool` */
export function screensAt(path) {
  return SCREENS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? [];
}

/** One value for the code of screens. @param screens folders below `renderer/screens` */
export function codeOf(screens) {
  const files = screens.flatMap((screen) =>
    readdirSync(join(projectFolder, 'renderer', 'screens', screen))
      .filter((name) => /\.(tsx?|css)$/.test(name) && !name.includes('.test.'))
      .sort()
      .map((name) => `renderer/screens/${screen}/${name}`),
  );
  const hash = createHash('sha256');
  for (const file of [...FRAME, ...files]) hash.update(`${file}\0${readFileSync(join(projectFolder, file), 'utf8')}\0`);
  return hash.digest('hex').slice(0, 16);
}
