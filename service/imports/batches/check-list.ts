/** Which sources of a list can be imported, and why the others cannot. */

import type { Sentence } from '../../../language/sentence.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import { isRepositoryName } from '../../repositories/repository-names.ts';
import { InvalidAddress, isOneLine, readGivenAddress } from '../../sources/address.ts';
import { readVcs, sourceOf } from '../../sources/index.ts';
import { ownGround } from '../../sources/local/folder-addresses.ts';
import type { Ground } from '../../sources/local/places.ts';
import { nameOfAddress } from '../../sources/name-of-address.ts';
import type { NewBatchEntry } from '../../store/import-batches.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { ImportRecords } from '../records.ts';
import { atATime, LINES_AT_ONCE } from './at-a-time.ts';
import { withFolders } from './folders-of-repositories.ts';
import { type ListedSource, readList, tooMany } from './list.ts';
import { type DecidingRooms, destinationOf, type ListAsker, sourceRefusal } from './may-import.ts';

export interface CheckedSource {
  entry: NewBatchEntry;
  credentials: Credentials | null;
}

export interface ListRooms extends DecidingRooms {
  imports: ImportRecords;
}

/**
 * Reads a list, with a line for each repository of the folders that it names.
 * @param asker who imports
 * @param list `owner` is the login for sources that name none
 * @returns `problem`: what keeps the list from being taken; then nothing is checked
 */
export async function checkList(
  { text, owner }: { text: string; owner: string },
  asker: ListAsker,
  given: ListRooms,
): Promise<{ checked: CheckedSource[]; problem: Sentence | null }> {
  const read = readList(text);
  if (read.problem !== null) return { checked: [], problem: read.problem };
  const ground = { ...(await ownGround(given.dataFolder)), looked: { links: new Map(), selves: new Map() } };
  const rooms = { ...given, ground };
  const sources = await withFolders(read.sources, asker, rooms);
  const problem = tooMany(sources.length);
  const checked = problem === null ? await checkAll(sources, asker, owner, rooms) : [];
  return { checked, problem };
}

async function checkAll(
  sources: readonly ListedSource[],
  asker: ListAsker,
  owner: string,
  rooms: ListRooms & { ground: Ground },
): Promise<CheckedSource[]> {
  const taken = new Set<string>();
  const checked = await atATime(LINES_AT_ONCE, sources, (source) => checkOne(source, asker, owner, rooms));
  for (const { entry } of checked) {
    const name = `${entry.owner}/${entry.repo}`.toLowerCase();
    if (entry.state === 'waiting' && taken.has(name)) {
      entry.state = 'refused';
      entry.failure = dataOf(Failure.of('list.named_twice', { repository: `${entry.owner}/${entry.repo}` }));
    }
    if (entry.state === 'waiting') taken.add(name);
  }
  return checked;
}

async function checkOne(
  source: ListedSource,
  asker: ListAsker,
  owner: string,
  { ground, ...rooms }: ListRooms & { ground: Ground },
): Promise<CheckedSource> {
  const { line, tfvc_project } = source;
  const login = source.owner ?? owner;
  let address: ReturnType<typeof readGivenAddress> | null = null;
  const refuse = (failure: Failure): CheckedSource => ({
    entry: {
      ...{ line, vcs: null, tfvc_project, owner: login, repo: source.repo ?? '', state: 'refused' },
      failure: dataOf(failure),
      vcs_url: address?.url ?? withoutLogin(source.vcs_url),
    },
    credentials: null,
  });
  if (source.passedOver !== null) return refuse(source.passedOver);
  try {
    address = readGivenAddress(source.vcs_url);
  } catch (error) {
    if (error instanceof InvalidAddress) return refuse(Failure.of('list.refused', { problem: error.said }));
    throw error;
  }
  const vcs = source.vcs === null ? null : readVcs(source.vcs);
  if (vcs === undefined || (vcs !== null && sourceOf(vcs) === undefined)) {
    return refuse(Failure.of('list.unknown_system', { vcs: source.vcs ?? '' }));
  }
  const repo = source.repo ?? nameOfAddress(address.url, tfvc_project);
  if (!isRepositoryName(repo)) {
    return refuse(Failure.of('list.bad_name', { name: repo }));
  }
  const destination = destinationOf(rooms, asker, { owner: login, repo });
  if (destination instanceof Failure) return refuse(destination);
  const { repository: existing, owner: holder } = destination;
  const refusal = await sourceRefusal(rooms, asker, address, ground);
  if (refusal !== null) return refuse(refusal);
  if (existing !== null && (existing.size_kb > 0 || rooms.imports.ofRepository(existing.id) !== undefined)) {
    return refuse(Failure.of('list.repository_not_empty', { repository: `${holder.login}/${existing.name}` }));
  }
  const credentials = source.credentials ?? address.credentials;
  if (credentials !== null && !(isOneLine(credentials.username) && isOneLine(credentials.password))) {
    return refuse(Failure.of('list.login_not_one_line', {}));
  }
  return {
    entry: {
      ...{ line, vcs_url: address.url, vcs, tfvc_project, owner: holder.login, repo },
      ...{ state: 'waiting', failure: null },
    },
    credentials,
  };
}

/** What could not be read may hold a password, and that any character. */
function withoutLogin(url: string): string {
  const [begin, end] = [url.indexOf('://') + 3, url.lastIndexOf('@') + 1];
  // No expression: one that looks for the end from each begin would keep everybody waiting for minutes.
  return begin < 3 || end <= begin ? url : url.slice(0, begin) + url.slice(end);
}
