import { IconLock } from '@tabler/icons-react';
import { t } from '../language/text.ts';
import { Hinted } from './hinted.tsx';
import classes from './lock-mark.module.css';

interface Locked {
  locked_by: { owner: string; migration_id: number } | null;
}

/** Says that a migration locks a repository; nothing for one that is open. */
export function LockMark({ repository }: { repository: Locked }) {
  if (repository.locked_by === null) return null;
  const { owner, migration_id } = repository.locked_by;
  return (
    <Hinted
      hint={t('Locked by migration {migration_id} of {owner}: it takes no pushes, imports or new name.', {
        migration_id,
        owner,
      })}
      className={classes.mark}
      data-testid="locked"
    >
      <IconLock size={13} aria-hidden />
      {t('Locked')}
    </Hinted>
  );
}
