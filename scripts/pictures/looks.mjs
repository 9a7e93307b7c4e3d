/**
 * How old a picture of the guide is: as old as the look of its screen, which the pictures of `e2e/pictures` hold. They are made anew
 * only when a screen looks different (`e2e/specs/looks.spec.ts`), so a picture is stale then and not before. By the code that draws
 * it, it would be stale after each sentence that is said in one language more, and nobody would look any longer.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';

/** Looks by the beginning of the window's path; the first that fits. A screen with steps says itself which it shows. */
const LOOKS = [
  ['/imports-lists/new', 'list-new'],
  ['/imports-lists', 'list'],
  ['/imports/', 'import-report'],
  ['/imports', 'imports'],
  ['/repositories', 'repository'],
  ['/migrations/new', 'migration-new'],
  ['/migrations/', 'migration'],
  ['/migrations', 'migrations'],
  ['/archives/restores', 'restore-choices'],
  ['/archives/', 'archive'],
  ['/archives', 'archives'],
  ['/people-book', 'people-book'],
  ['/tokens', 'tokens'],
  ['/applications', 'applications'],
  ['/rate-limit', 'rate-limit'],
  ['/settings/security', 'settings-security'],
  ['/settings/people', 'settings-people'],
  ['/settings/network', 'settings-network'],
  ['/settings/maintenance', 'settings-maintenance'],
  ['/settings/webhooks', 'settings-webhooks'],
  ['/settings/api', 'settings-api'],
  ['/settings', 'settings'],
  ['/help', 'help'],
  ['/about', 'about'],
  ['/', 'home'],
];

/** The look of a screen. @param path the window's path, such as `/imports/owner/tool` */
export function lookAt(path) {
  return LOOKS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'home';
}

/** One value for how a screen looks. @param look such as `home` */
export function versionOf(look) {
  const picture = readFileSync(join(projectFolder, 'e2e', 'pictures', `${look}-light.png`));
  return createHash('sha256').update(picture).digest('hex').slice(0, 16);
}
