/** Author maps. */
import type { Vcs } from './history.ts';

export interface MapEntry {
  remote_name: string;
  name: string;
  email: string;
  /** The system whose sources call the person so, where the map says it. */
  vcs?: Vcs | undefined;
}
