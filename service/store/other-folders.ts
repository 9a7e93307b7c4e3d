/** A folder that is somebody's for other things: Gantry tidies its own, and would tidy that one too. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { DATABASE_FILE } from './database-files.ts';
import { FILES, requireDatabase } from './installation.ts';
import { LOCK_FILE } from './lock.ts';

/** What systems lay into any folder, and at the root of any disk, by themselves. */
const OF_SYSTEMS = /^(\..*|lost\+found|System Volume Information|\$RECYCLE\.BIN|desktop\.ini|Thumbs\.db)$/i;

/** Folders of an installation that may be there before its database: a start that came to nothing wrote why, or a person brought them along. */
const OF_GANTRY: Readonly<Record<string, RegExp>> = {
  logs: /^(?:app|engine)\b.*\.log$/,
  backups: /^gantry-.*\.sqlite$/,
};

/**
 * Refuses a folder that holds things, none of which tells of an installation. Before anything in it is changed.
 * @param adopt whoever adopts it says that it is one
 * @throws SaidError, InstallationUnsure
 */
export function refuseOtherFolder(folder: string, adopt: boolean): void {
  if (adopt || [LOCK_FILE, DATABASE_FILE, ...FILES].some((name) => existsSync(join(folder, name)))) return;
  const [name] = namesIn(folder).filter((found) => !OF_SYSTEMS.test(found) && !isOfGantry(folder, found));
  if (name === undefined) return;
  requireDatabase(folder, adopt);
  throw new SaidError(
    say(
      'The folder {folder} holds other things ("{name}"), and no installation of Gantry. Gantry closes its data folder to other users and removes what it does not know there, so nothing was changed. Choose a folder that is empty, or one that is not there yet.',
      { folder, name },
    ),
  );
}

function isOfGantry(folder: string, name: string): boolean {
  const own = OF_GANTRY[name];
  return own !== undefined && namesIn(join(folder, name)).every((inIt) => own.test(inIt));
}

/** Nothing for one that is not there or cannot be read: what makes it, or closes it, says so. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
