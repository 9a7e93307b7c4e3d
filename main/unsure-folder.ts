/** A data folder whose database does not fit to its files, or is damaged: what is to be done is a person's decision. */
import { listBackups } from '../service/store/backup.ts';
import { askWay } from './adopt.ts';
import { errorText } from './language/engine-text.ts';
import { currentLanguage } from './language/language.ts';
import { putBack } from './restored-backup.ts';

/** What the engine's thread throws for such a folder, by name (`InstallationUnsure`, `DamagedDatabase`). */
interface Unsure extends Error {
  /** Of a damaged one: which. */
  database?: 'gantry' | 'records';
}

/** Whether this is why an engine was not opened; a person has read it then, or will. */
export function isUnsure(error: unknown): error is Unsure {
  return error instanceof Error && ['InstallationUnsure', 'DamagedDatabase'].includes(error.name);
}

/**
 * Asks, and puts a backup back where that was chosen.
 * @returns whether to go on
 */
export async function mayGoOn(dataFolder: string, error: Unsure): Promise<boolean> {
  const { database } = error;
  const wanted = database ?? 'gantry';
  const backup = listBackups(dataFolder).find((known) => known.database === wanted && known.kind !== 'replaced');
  const way = await askWay(await errorText(currentLanguage(), error), { backup, mayAdopt: database !== 'gantry' });
  if (way === 'restore' && backup !== undefined) putBack(dataFolder, backup);
  return way !== 'quit';
}
