/** Lists of imports, their author maps and their reports travel between files and the engine here. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { dialog } from 'electron';
import { z } from 'zod';
import { readChosen } from './chosen-file.ts';
import type { Engine } from './engine.ts';
import type { IpcInput, IpcOutput } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';
import { requireNamed } from './named-sources.ts';
import { messageOf } from './refusals.ts';
import { saveFile } from './save-file.ts';
import { currentWindow } from './window.ts';

/** As much as a request may hold. */
const largest = 7 * 1024 * 1024;

const listFilters = () => [
  { name: t('Lists of sources'), extensions: ['csv', 'json'] },
  { name: t('All files'), extensions: ['*'] },
];
const mapFilters = () => [
  { name: t('Author maps'), extensions: ['txt', 'csv'] },
  { name: t('All files'), extensions: ['*'] },
];

const batchSchema = z.object({ id: z.number().int() });
const takenSchema = z.object({ taken: z.number().int(), problems: z.array(z.string()) });

/** Gives a list of sources to the engine: the named file, or one that the person is asked for. */
export async function loadImportList(
  engine: Engine,
  { owner, path }: IpcInput<'loadImportList'>,
): Promise<IpcOutput<'loadImportList'>> {
  if (path !== undefined) await requireNamed(path);
  const chosen = path === undefined ? await chooseText(t('Open list of sources'), listFilters()) : await readText(path);
  if (chosen === null) return null;
  const response = await engine.fetch('POST', '/import_batches', {
    body: JSON.stringify({ list: chosen.text, owner, name: chosen.file }),
    contentType: 'application/json',
  });
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The list could not be read.')));
  return batchSchema.parse(await response.json());
}

/** Asks for an author map and gives it to a list of imports. */
export async function loadListAuthorMap(
  engine: Engine,
  { batch_id }: IpcInput<'loadListAuthorMap'>,
): Promise<IpcOutput<'loadListAuthorMap'>> {
  const chosen = await chooseText(t('Load author map'), mapFilters());
  if (chosen === null) return null;
  const response = await engine.fetch('PUT', `/import_batches/${batch_id}/author_map`, {
    body: JSON.stringify({ text: chosen.text }),
    contentType: 'application/json',
  });
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The author map could not be loaded.')));
  return { file: chosen.file, ...takenSchema.parse(await response.json()) };
}

/** Asks where to, and writes the summary of a list of imports there, as CSV. */
export async function saveListReport(
  engine: Engine,
  { batch_id }: IpcInput<'saveListReport'>,
): Promise<IpcOutput<'saveListReport'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, {
    title: t('Save report'),
    defaultPath: 'imports.csv',
    filters: [{ name: t('Tables'), extensions: ['csv'] }],
  });
  if (chosen.canceled || !chosen.filePath) return null;
  const response = await engine.fetch('GET', `/import_batches/${batch_id}/report.csv`);
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The report could not be read.')));
  await saveFile(chosen.filePath, await response.text());
  return { file: basename(chosen.filePath) };
}

async function chooseText(
  title: string,
  filters: Electron.FileFilter[],
): Promise<{ file: string; text: string } | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, { title, properties: ['openFile'], filters });
  const path = chosen.filePaths[0];
  return chosen.canceled || path === undefined ? null : readText(path);
}

async function readText(path: string): Promise<{ file: string; text: string }> {
  const there = await stat(path).catch(() => null);
  if (there === null || !there.isFile())
    throw new IpcRefusal(t('There is no file at {path}. Check the path.', { path }));
  return { file: basename(path), text: await readChosen(path, largest, t('This file is larger than 7 MB. Split it.')) };
}
