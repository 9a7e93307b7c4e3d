/** What holds for the network now, in this thread and in those that it starts. */
import { tellThreads, toldToThreads } from '../processes/told-to-threads.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';

/** Key of what threads are told. */
const KEY = 'network';

export interface Network extends NetworkSettings {
  /** Password of the entered proxy, in memory only; null without one. */
  proxyPassword: string | null;
  /**
   * Folder with files for programs: `all.pem` (every authority that is trusted) and `own-<n>.pem` (those of the named
   * file, one each); null while no file is named.
   */
  authoritiesFolder: string | null;
}

const NOTHING_SAID: Network = { ...DEFAULT_NETWORK, proxyPassword: null, authoritiesFolder: null };

export function currentNetwork(): Network {
  return (toldToThreads(KEY) as Network | undefined) ?? NOTHING_SAID;
}

/**
 * Says what holds from now on. Work that runs keeps what it began with; every job that begins from now on knows the
 * new state.
 */
export function applyNetwork(network: Network): void {
  // The same again leaves connections and contexts that were made for it.
  if (JSON.stringify(network) !== JSON.stringify(toldToThreads(KEY))) tellThreads(KEY, network);
}
