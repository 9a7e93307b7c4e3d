import type { Accounts } from '../../accounts/accounts.ts';
import type { SecretBox } from '../../accounts/secret-box.ts';
import type { EventHub } from '../../events/event-hub.ts';
import type { Room } from '../../files/room.ts';
import type { Log } from '../../log.ts';
import type { RepositoryLocks } from '../../repositories/locks.ts';
import type { Repositories } from '../../repositories/repositories.ts';
import type { Store } from '../../store/open.ts';

/** What migrations need of the engine. */
export interface MigrationRooms {
  dataFolder: string;
  store: Store;
  accounts: Accounts;
  repositories: Repositories;
  locks: RepositoryLocks;
  secrets: SecretBox;
  events: EventHub;
  log: Log;
  /** For disks that are full for a while. */
  room: Room;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment of this run, whatever the clock says. */
  elapsed(): number;
  /** Repositories into which imports are writing at this moment. */
  publishing(): ReadonlySet<number>;
}
