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

const loadedSchema = z.object({
  matched: z.number().int(),
  unmatched: z.number().int(),
  problems: z.array(z.string()),
});

/** Asks for a git-svn authors.txt or a CSV file and gives its mappings to the import. */
export async function loadAuthorMap(
  engine: Engine,
  { owner, repo }: IpcInput<'loadAuthorMap'>,
): Promise<IpcOutput<'loadAuthorMap'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showOpenDialog(parent, { title: 'Load author map', properties: ['openFile'], filters });
  const path = chosen.filePaths[0];
  if (chosen.canceled || path === undefined) return null;

  const { size } = await stat(path);
  if (size > largestMap) throw new IpcRefusal('This file is larger than 64 MB; choose an author map.');
  const response = await engine.fetch('PUT', authorMapPath(owner, repo), {
    body: await readFile(path, 'utf8'),
    contentType: isCsv(path) ? 'text/csv' : 'text/plain',
  });
  if (!response.ok) throw new IpcRefusal(await messageOf(response, 'The author map could not be loaded.'));
  return { file: basename(path), ...loadedSchema.parse(await response.json()) };
}

/** Asks where to, and writes the import's author map there: CSV when the name ends so, else authors.txt. */
export async function saveAuthorMap(
  engine: Engine,
  { owner, repo }: IpcInput<'saveAuthorMap'>,
): Promise<IpcOutput<'saveAuthorMap'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, {
    title: 'Save author map',
    defaultPath: `${repo}-authors.txt`,
    filters,
  });
  if (chosen.canceled || !chosen.filePath) return null;

  const format = isCsv(chosen.filePath) ? 'csv' : 'authors.txt';
  const response = await engine.fetch('GET', `${authorMapPath(owner, repo)}?format=${format}`);
  if (!response.ok) throw new IpcRefusal(await messageOf(response, 'The author map could not be read.'));
  await writeFile(chosen.filePath, await response.text());
  return { file: basename(chosen.filePath) };
}

function authorMapPath(owner: string, repo: string): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/import/authors/map`;
}

function isCsv(path: string): boolean {
  return extname(path).toLowerCase() === '.csv';
}
