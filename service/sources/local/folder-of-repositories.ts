/** What a look says of a folder that is no repository, and in which some may lie. */
import { relative } from 'node:path';
import { dataOf, Failure } from '../../failures/failure.ts';
import type { Address } from '../address.ts';
import type { ProbeResult, Source } from '../source.ts';
import { pathsNamedBy } from './named-paths.ts';
import { repositoriesIn } from './repositories-in.ts';

/** Repositories named in a message; the rest is counted. */
const NAMED = 5;

/**
 * Of a folder that is no repository: those that lie in it, or why that cannot be told.
 * @returns null where there is none, and for every address of another machine
 */
export async function folderOfRepositories(
  address: Pick<Address, 'url' | 'scheme'>,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<Extract<ProbeResult, { kind: 'nothing' }> | null> {
  if (address.scheme !== 'path' && address.scheme !== 'file') return null;
  for (const folder of pathsNamedBy(address)) {
    const { repositories, unreadable, nameless, mayBeMore } = await repositoriesIn(folder, sources, signal);
    const [closed] = unreadable;
    if (repositories.length === 0 && closed !== undefined)
      return {
        kind: 'nothing',
        failure: dataOf(Failure.of('address.not_readable', { url: address.url, path: closed })),
      };
    const [name] = nameless;
    if (repositories.length === 0 && name !== undefined) {
      const told = { url: address.url, name: relative(folder, name), count: nameless.length };
      return { kind: 'nothing', failure: dataOf(Failure.of('address.names_no_text', told)) };
    }
    if (repositories.length === 0 && mayBeMore)
      return { kind: 'nothing', failure: dataOf(Failure.of('address.not_all_looked', { url: address.url })) };
    const [only] = repositories;
    // A repository that no source can read is not one that lies in itself: they say what is wrong with it.
    if (only === undefined || only.url === folder) continue;
    // One is to be given as it is; of several the folder is said once.
    const named =
      repositories.length === 1 && only !== undefined
        ? [only.url]
        : repositories.slice(0, NAMED).map(({ url }) => relative(folder, url));
    const more = repositories.length - named.length;
    const passed = { unreadable: unreadable.length, nameless: nameless.length };
    const told = { url: address.url, repositories: named, more, ...passed, mayBeMore };
    return { kind: 'nothing', failure: dataOf(Failure.of('address.is_list', told)), repositories };
  }
  return null;
}
