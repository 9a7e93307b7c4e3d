import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Repository } from '../../service/api/shared/schemas.ts';
import classes from './lock-mark.module.css';

/** Says that a migration locks a repository; nothing for one that is open. */
export function LockMark({ repository }: { repository: Pick<Repository, 'locked_by'> }) {
  if (repository.locked_by === null) return null;
  const { owner, migration_id } = repository.locked_by;
  return (
    <Tooltip label={`Locked by migration ${migration_id} of ${owner}: it takes no pushes, imports or new name.`}>
      <span className={classes.mark} data-testid="locked">
        <IconLock size={13} aria-hidden />
        Locked
      </span>
    </Tooltip>
  );
}
