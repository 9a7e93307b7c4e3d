/**
 * The one place that decides whether a folder of this machine may be a source or a target: asked when an address is given, for
 * single requests and for lists alike, and once more before a program is handed it.
 */
import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import { pathsBehind } from './borrowed.ts';
import { isOfThisMachine, pathsNamedBy } from './named-paths.ts';
import { type Ground, groundOf, isAbove, isWithin, placeOf, whatIs } from './places.ts';
import { unreadableAt } from './unreadable.ts';

export interface FolderQuestion {
  dataFolder: string;
  /** What the folder is to be. */
  use: 'source' | 'target';
  /** Whether who asks may name folders: an owner of the installation by password, or a token with `local_folders`. */
  mayName: boolean;
  /** Of many questions at once: what `ownGround` found before them. */
  ground?: Ground;
}

/** Folders of the system that hold no repository: what is in them is made anew for each program that looks. */
const OF_THE_SYSTEM = /^\/(proc|sys|dev(?!\/shm\/))(\/|$)/;

/**
 * Whether an address is one that this caller may not use.
 * @returns null for one that may be used, and for every address of another machine
 */
export async function folderRefusal(
  address: Pick<Address, 'url' | 'scheme'>,
  { dataFolder, use, mayName, ground: known }: FolderQuestion,
): Promise<Failure | null> {
  if (!isOfThisMachine(address)) return null;
  // First, so that nobody else is told what is there.
  if (!mayName) return Failure.of('address.folder_right', {});
  const { url } = address;
  const ground = known ?? (await ownGround(dataFolder));
  for (const path of pathsNamedBy(address)) {
    // Bytes that are no text: what is there cannot be looked at here, and a program would go there.
    if (path.includes('\ufffd') && !url.includes('\ufffd')) return Failure.of('address.no_repository', { url });
    for (const behind of await pathsBehind(path)) {
      if (await leadsToOurs(behind, use, ground)) return Failure.of('address.own_data', { url });
    }
    if (await isReadable(path, ground)) continue;
    return (await unreadableAt(address)) ?? Failure.of('address.no_repository', { url });
  }
  return null;
}

/** Where nobody else may lead: the data folder, and what may be mounted elsewhere in it. */
export async function ownGround(dataFolder: string): Promise<Ground> {
  return groundOf([dataFolder, ...(await foldersIn(dataFolder))]);
}

/** As `folderRefusal` for who may name folders: asked before a program is handed the address. @throws Failure */
export async function requireOutside(
  address: Pick<Address, 'url' | 'scheme'>,
  question: Omit<FolderQuestion, 'mayName'>,
): Promise<void> {
  const refusal = await folderRefusal(address, { ...question, mayName: true });
  if (refusal !== null) throw refusal;
}

/** A push may write a working copy around the repository; so the data folder must not lie within a target either. */
async function leadsToOurs(path: string, use: FolderQuestion['use'], ground: Ground): Promise<boolean> {
  return (await isWithin(path, ground)) || (use === 'target' && (await isAbove(path, ground)));
}

/** Folders that may be mounted elsewhere by themselves: each thing of the data folder, and each owner's repositories. */
async function foldersIn(dataFolder: string): Promise<string[]> {
  const names = async (folder: string) =>
    (await readdir(folder, { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(folder, name));
  return [...(await names(dataFolder)), ...(await names(join(dataFolder, 'repositories')))];
}

/** Whether a path is a folder, or a file that can be read, or nothing yet; no device, pipe or socket. */
async function isReadable(path: string, { looked }: Ground): Promise<boolean> {
  if (isOfTheSystem(path) || isOfTheSystem(await placeOf(path, looked))) return false;
  const there = await whatIs(path);
  if (there === null) return true;
  if (!there.isDirectory() && !there.isFile()) return false;
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

/** Whether a path leads into folders that the system makes up. */
export function isOfTheSystem(path: string): boolean {
  return OF_THE_SYSTEM.test(path);
}
