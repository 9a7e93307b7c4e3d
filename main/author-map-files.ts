/** Author maps travel between a file and the engine here; the window never sees a path it could choose. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { dialog } from 'electron';
import { z } from 'zod';
import type { Engine } from './engine.ts';
import type { IpcInput, IpcOutput } from './ipc/contract.ts';
import { IpcRefusal } from './ipc/handle.ts';
import { messageOf } from './refusals.ts';
import { currentWindow } from './window.ts';

const largestMap = 64 * 1024 * 1024;

const filters = [
  { name: 'Author maps', extensions: ['txt', 'csv'] },
  { name: 'All files', extensions: ['*'] },
];

const problems = z.array(z.string());
const loadedSchema = z.object({ matched: z.number().int(), unmatched: z.number().int(), problems });
const takenSchema = z.object({ people: z.number().int(), updated: z.number().int(), problems });

/** Asks for a git-svn authors.txt or a CSV file and gives its mappings to the import. */
export async function loadAuthorMap(
  engine: Engine,
  { owner, repo }: IpcInput<'loadAuthorMap'>,
): Promise<IpcOutput<'loadAuthorMap'>> {
  const loaded = await load(engine, { title: 'Load author map', path: authorMapPath(owner, repo) });
  return loaded && { file: loaded.file, ...loadedSchema.parse(loaded.answer) };
}

/** Asks where to, and writes the import's author map there: CSV when the name ends so, else authors.txt. */
export function saveAuthorMap(
  engine: Engine,
  { owner, repo }: IpcInput<'saveAuthorMap'>,
): Promise<IpcOutput<'saveAuthorMap'>> {
  const path = authorMapPath(owner, repo);
  return save(engine, { title: 'Save author map', path, defaultPath: `${repo}-authors.txt` });
}

/** Asks for a git-svn authors.txt or a CSV file and puts its people into the people book. */
export async function loadPeopleBook(engine: Engine): Promise<IpcOutput<'loadPeopleBook'>> {
  const loaded = await load(engine, { title: 'Import people', path: peopleBookPath });
  return loaded && { file: loaded.file, ...takenSchema.parse(loaded.answer) };
}

/** Asks where to, and writes the people book there: CSV when the name ends so, else authors.txt. */
export function savePeopleBook(engine: Engine): Promise<IpcOutput<'savePeopleBook'>> {
  return save(engine, { title: 'Export people', path: peopleBookPath, defaultPath: 'people.csv' });
}

interface MapPlace {
  title: string;
  /** Of the map in the engine's API. */
  path: string;
}

async function load(engine: Engine, { title, path }: MapPlace): Promise<{ file: string; answer: unknown } | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, { title, properties: ['openFile'], filters });
  const file = chosen.filePaths[0];
  if (chosen.canceled || file === undefined) return null;

  const { size } = await stat(file);
  if (size > largestMap) throw new IpcRefusal('This file is larger than 64 MB; choose an author map.');
  const response = await engine.fetch('PUT', path, {
    body: await readFile(file, 'utf8'),
    contentType: isCsv(file) ? 'text/csv' : 'text/plain',
  });
  if (!response.ok) throw new IpcRefusal(await messageOf(response, 'The author map could not be loaded.'));
  return { file: basename(file), answer: await response.json() };
}

async function save(
  engine: Engine,
  { title, path, defaultPath }: MapPlace & { defaultPath: string },
): Promise<{ file: string } | null> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, { title, defaultPath, filters });
  if (chosen.canceled || !chosen.filePath) return null;

  const format = isCsv(chosen.filePath) ? 'csv' : 'authors.txt';
  const response = await engine.fetch('GET', `${path}?format=${format}`);
  if (!response.ok) throw new IpcRefusal(await messageOf(response, 'The author map could not be read.'));
  await writeFile(chosen.filePath, await response.text());
  return { file: basename(chosen.filePath) };
}

const peopleBookPath = '/user/people_book/map';

function authorMapPath(owner: string, repo: string): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/import/authors/map`;
}

function isCsv(path: string): boolean {
  return extname(path).toLowerCase() === '.csv';
}
