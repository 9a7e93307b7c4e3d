import { dialog, shell } from 'electron';
import { z } from 'zod';
import type { Engine } from './engine.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';
import { nameChosen } from './named-folders.ts';
import { liesWithin } from './paths-within.ts';
import { currentWindow } from './window.ts';

const setupSchema = z.object({ data_folder: z.string().nullable() });
const reportSchema = z.object({ repository_path: z.string(), files: z.object({ html: z.string() }) });

/** Asks for a folder that holds a repository to import; null when the person cancels. */
export async function chooseRepositoryFolder(): Promise<string | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, {
    title: t('Choose the repository to import'),
    buttonLabel: t('Choose'),
    properties: ['openDirectory', 'showHiddenFiles'],
  });
  return chosen.canceled ? null : nameChosen(chosen.filePaths[0] ?? null);
}

/** Asks for a file with certificates or a key; null when the person cancels. */
export async function chooseCertificateFile(): Promise<string | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, {
    title: t('Choose a PEM file'),
    buttonLabel: t('Choose'),
    properties: ['openFile', 'showHiddenFiles'],
    filters: [
      { name: t('PEM files'), extensions: ['pem', 'crt', 'cer', 'key'] },
      { name: t('All files'), extensions: ['*'] },
    ],
  });
  return chosen.canceled ? null : nameChosen(chosen.filePaths[0] ?? null);
}

/** Shows the imported repository in the system's file manager. */
export async function openRepositoryFolder(engine: Engine, owner: string, repo: string): Promise<void> {
  await open(engine, (await reportOf(engine, owner, repo)).repository_path);
}

/** Opens the saved HTML report, in the window's language. */
export async function openReport(engine: Engine, owner: string, repo: string): Promise<void> {
  await open(engine, (await reportOf(engine, owner, repo, '?translated=true')).files.html);
}

/** Shows the data folder in the system's file manager: to whom the engine tells where it is. */
export async function openDataFolder(engine: Engine): Promise<void> {
  const setup = setupSchema.parse(await (await engine.fetch('GET', '/setup')).json());
  if (setup.data_folder === null)
    throw new IpcRefusal(t('Only owners of this installation are shown its data folder.'));
  await open(engine, engine.dataFolder);
}

async function reportOf(engine: Engine, owner: string, repo: string, query = '') {
  const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/import/report${query}`;
  const response = await engine.fetch('GET', path);
  if (!response.ok) throw new IpcRefusal(t('There is no finished import of this repository to open.'));
  return reportSchema.parse(await response.json());
}

async function open(engine: Engine, path: string): Promise<void> {
  if (!liesWithin(engine.dataFolder, path)) throw new IpcRefusal(t('Gantry opens only what lies in its data folder.'));
  const problem = await shell.openPath(path);
  if (problem !== '') throw new IpcRefusal(t('It could not be opened. It lies at {path}', { path }));
}
