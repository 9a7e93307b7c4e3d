/** LFS objects of an import in its published repository. */

import { existsSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkInPlace, syncFolder } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import type { Conversion, MapResult } from '../../sources/source.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from './lfs-objects.ts';

/** Folder of a bare repository in which Git LFS looks for contents. */
export function lfsFolder(repositoryPath: string): string {
  return join(repositoryPath, 'lfs', 'objects');
}

/** The objects that a conversion needs. */
export function objectsOf(conversion: Conversion | undefined): LfsObject[] {
  const objects = (conversion?.blobs ?? []).flatMap(({ object }) => (object === null ? [] : [object]));
  return [...new Map(objects.map((object) => [object.oid, object])).values()];
}

/** All contents that a mapping needs, with the folders `lfs/objects` that they lie in. */
function neededBy({ conversion, contents }: MapResult): { oid: string; from: string }[] {
  return [
    ...objectsOf(conversion).map(({ oid }) => ({ oid, from: conversion?.objects ?? '' })),
    ...(contents?.objects ?? []).map(({ oid }) => ({ oid, from: contents?.folder ?? '' })),
  ];
}

/** Links objects into a repository. `added` learns of each before it is there. */
export async function placeObjects(
  mapped: MapResult,
  repositoryPath: string,
  added: string[],
  signal: AbortSignal,
): Promise<void> {
  const folder = lfsFolder(repositoryPath);
  for (const { oid, from } of neededBy(mapped)) {
    signal.throwIfAborted();
    const target = objectPath(folder, oid);
    await makeFolder(dirname(target));
    if (!existsSync(target)) added.push(target);
    const placed = await linkInPlace(objectPath(from, oid), target);
    if (placed !== 'same') await syncFolder(dirname(target));
  }
}

/** Removes objects that the published mapping does not need. All refs are the import's, so nothing else can. */
export async function removeUnusedObjects(mapped: MapResult, repositoryPath: string): Promise<void> {
  const folder = lfsFolder(repositoryPath);
  if (!existsSync(folder)) return;
  const used = new Set(neededBy(mapped).map(({ oid }) => oid));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || used.has(entry.name)) continue;
    await rm(join(entry.parentPath, entry.name), { force: true });
  }
  if (used.size === 0) await rm(join(repositoryPath, 'lfs'), { recursive: true, force: true });
  else await removeEmptyFolders(folder);
}

async function removeEmptyFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyFolders(join(folder, entry.name));
  }
  // One with something in it stays.
  await rmdir(folder).catch(() => undefined);
}
