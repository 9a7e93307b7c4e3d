/** Lines of a list that name a folder in which repositories lie: each of these gets a line in place of the folder's. */
import { Failure } from '../../failures/failure.ts';
import { type Address, InvalidAddress, readGivenAddress } from '../../sources/address.ts';
import { sourcesFor } from '../../sources/index.ts';
import { namesAmong } from '../../sources/listed-repositories.ts';
import { folderOfRepositories } from '../../sources/local/folder-of-repositories.ts';
import type { Ground } from '../../sources/local/places.ts';
import { atATime, LINES_AT_ONCE } from './at-a-time.ts';
import type { ListedSource } from './list.ts';
import { type DecidingRooms, type ListAsker, mayNameFolders, sourceRefusal } from './may-import.ts';

/** After so many milliseconds no further folder is looked into: its line says at its turn what it is. */
const LOOK_MS = 20_000;

/** @returns the sources with what lies in their folders, in order; with each folder of which something was passed over, refused with that */
export async function withFolders(
  sources: readonly ListedSource[],
  asker: ListAsker,
  rooms: DecidingRooms & { ground: Ground },
): Promise<ListedSource[]> {
  const until = performance.now() + LOOK_MS;
  const looked = await atATime(LINES_AT_ONCE, sources, (source) =>
    performance.now() < until ? repositoriesOf(source, asker, rooms) : null,
  );
  const all = sources.flatMap((source, index) => looked[index] ?? [source]);
  const found = looked.flatMap((within) => (within ?? []).filter(({ passedOver }) => passedOver === null));
  for (const [index, name] of namesAmong(found.map(({ vcs_url }) => ({ url: vcs_url }))).entries()) {
    const source = found[index];
    if (source !== undefined) source.repo = name;
  }
  return all;
}

/** @returns null for what is no such folder, or was not looked into */
async function repositoriesOf(
  source: ListedSource,
  asker: ListAsker,
  { ground, ...rooms }: DecidingRooms & { ground: Ground },
): Promise<ListedSource[] | null> {
  const address = folderOf(source);
  if (address === null || !mayNameFolders(asker)) return null;
  const listed = await folderOfRepositories(address, sourcesFor(address.scheme), new AbortController().signal);
  const { repositories = [], failure } = listed ?? {};
  if (repositories.length === 0 || failure === undefined) return null;
  if ((await sourceRefusal(rooms, asker, address, ground)) !== null) return null;
  const lines = repositories.map(({ url, vcs }): ListedSource => ({ ...source, vcs_url: url, vcs }));
  const { unreadable, nameless, mayBeMore } = failure.parameters as Record<string, unknown>;
  const isWhole = unreadable === 0 && nameless === 0 && mayBeMore === false;
  return isWhole ? lines : [...lines, { ...source, passedOver: new Failure(failure) }];
}

/** A folder that is given without a word on what it is or is to be called. */
function folderOf({ vcs_url, vcs, repo, tfvc_project }: ListedSource): Address | null {
  if (vcs !== null || repo !== null || tfvc_project !== null) return null;
  try {
    const address = readGivenAddress(vcs_url);
    return address.scheme === 'path' || address.scheme === 'file' ? address : null;
  } catch (error) {
    if (error instanceof InvalidAddress) return null;
    throw error;
  }
}
