import { Failure } from '../failures/failure.ts';
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

/** A change was refused because a migration locks the repository. `message` says how to unlock it. */
export class RepositoryLocked extends Failure {
  constructor(lock: RepositoryLockRow) {
    super(
      Failure.of('repository.locked', {
        repository: `${lock.owner}/${lock.name}`,
        migration: lock.migration_id,
        owner: lock.migration_owner,
        unlock: unlockPath(lock),
      }),
    );
    this.name = 'RepositoryLocked';
  }
}
