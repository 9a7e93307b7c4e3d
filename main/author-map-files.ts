/** Author maps travel between a file and the engine here; the window never sees a path it could choose. */
import { basename, extname } from 'node:path';
import { dialog } from 'electron';
import { readChosen } from './chosen-file.ts';
import type { Engine } from './engine.ts';
import { type IpcInput, type IpcOutput, ipcContract } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';
import { messageOf } from './refusals.ts';
import { saveFile } from './save-file.ts';
import { currentWindow } from './window.ts';

const largestMap = 64 * 1024 * 1024;

const filters = () => [
  { name: t('Author maps'), extensions: ['txt', 'csv', 'mailmap'] },
  { name: t('All files'), extensions: ['*'] },
];

/**
 * Asks for a git-svn authors.txt, a mailmap or a CSV file and has the engine read it. What becomes of it is the page's: it asks before
 * it types over what a person typed.
 * @param place the import whose authors it is for; null for the people book
 */
export async function readAuthorMap(
  engine: Engine,
  place: IpcInput<'readAuthorMap'>,
): Promise<IpcOutput<'readAuthorMap'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, {
    title: t('Load author map'),
    properties: ['openFile'],
    filters: filters(),
  });
  const file = chosen.filePaths[0];
  if (chosen.canceled || file === undefined) return null;

  const text = await readChosen(file, largestMap, t('This file is larger than 64 MB; choose an author map.'));
  const response = await engine.fetch(
    'POST',
    `/author_map_readings${place === null ? '' : `?${new URLSearchParams(place)}`}`,
    {
      body: text,
      contentType: isCsv(file) ? 'text/csv' : 'text/plain',
    },
  );
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The author map could not be read.')));
  const read = ipcContract.readAuthorMap.output
    .unwrap()
    .omit({ file: true })
    .parse(await response.json());
  return { file: basename(file), ...read };
}

/** Asks where to, and writes the import's author map there: CSV when the name ends so, else authors.txt. */
export function saveAuthorMap(
  engine: Engine,
  { owner, repo }: IpcInput<'saveAuthorMap'>,
): Promise<IpcOutput<'saveAuthorMap'>> {
  const path = authorMapPath(owner, repo);
  return save(engine, { title: t('Save author map'), path, defaultPath: `${repo}-authors.txt` });
}

/** Asks where to, and writes the people book there: CSV when the name ends so, else authors.txt. */
export function savePeopleBook(engine: Engine): Promise<IpcOutput<'savePeopleBook'>> {
  return save(engine, { title: t('Export people'), path: peopleBookPath, defaultPath: 'people.csv' });
}

interface MapPlace {
  title: string;
  /** Of the map in the engine's API. */
  path: string;
}

async function save(
  engine: Engine,
  { title, path, defaultPath }: MapPlace & { defaultPath: string },
): Promise<{ file: string } | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, { title, defaultPath, filters: filters() });
  if (chosen.canceled || !chosen.filePath) return null;

  const format = isCsv(chosen.filePath) ? 'csv' : 'authors.txt';
  const response = await engine.fetch('GET', `${path}?format=${format}`);
  if (!response.ok) throw new IpcRefusal(await messageOf(response, t('The author map could not be read.')));
  await saveFile(chosen.filePath, await response.text());
  return { file: basename(chosen.filePath) };
}

const peopleBookPath = '/user/people_book/map';

function authorMapPath(owner: string, repo: string): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/import/authors/map`;
}

function isCsv(path: string): boolean {
  return extname(path).toLowerCase() === '.csv';
}
