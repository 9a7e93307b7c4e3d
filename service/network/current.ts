/** What holds for the network now, in this thread and in those that it starts. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { startAfresh } from '../processes/workers.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from './settings.ts';

/** Key of the worker environment data; new worker threads inherit it from the thread that starts them. */
const KEY = 'gantry.network';

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
  return (getEnvironmentData(KEY) as unknown as Network | undefined) ?? NOTHING_SAID;
}

/**
 * Says what holds from now on. Work that runs keeps what it began with; every thread that is started or used from now on
 * knows the new state.
 */
export function applyNetwork(network: Network): void {
  if (JSON.stringify(network) === JSON.stringify(getEnvironmentData(KEY))) return;
  // The data is cloned for each thread: it must be plain.
  setEnvironmentData(KEY, network as unknown as Parameters<typeof setEnvironmentData>[1]);
  startAfresh();
}
