import type { RepositoryLockRow } from '../store/repository-locks.ts';

/** Path of the operation that unlocks a repository, below `/api/v3`. */
export function unlockPath(lock: {
  migration_id: number;
  migration_owner: string;
  migration_owner_type: 'User' | 'Organization';
  name: string;
}): string {
  const base =
    lock.migration_owner_type === 'Organization'
      ? `/orgs/${encodeURIComponent(lock.migration_owner)}/migrations`
      : '/user/migrations';
  return `${base}/${lock.migration_id}/repos/${encodeURIComponent(lock.name)}/lock`;
}

/** What a person reads who wanted to change a locked repository. */
export function lockedSentence(lock: RepositoryLockRow): string {
  return `The repository ${lock.owner}/${lock.name} is locked by migration ${lock.migration_id} of ${lock.migration_owner}, so that nothing changes in it. Unlock it on the page of that migration, or with DELETE ${unlockPath(lock)}.`;
}

/** A change was refused because a migration locks the repository. `message` says how to unlock it. */
export class RepositoryLocked extends Error {
  constructor(lock: RepositoryLockRow) {
    super(lockedSentence(lock));
    this.name = 'RepositoryLocked';
  }
}
