import { Button, Group, Stack, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { Migration } from '../../../service/api/migrations/migration-schemas.ts';
import { useActOnMigration } from '../../api/migrations.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import classes from './migration-repositories.module.css';

const rowHeight = 36;
const mostRows = 10;

/** What is in the archive, and what the migration still locks: unlocked one by one or all at once. */
export function MigrationRepositories({ migration }: { migration: Migration }) {
  const { repository_names: names, locked_repositories: locked } = migration;
  const act = useActOnMigration(migration.owner.login, migration.id);
  const [asked, setAsked] = useState(false);
  const stillLocked = new Set(locked);
  return (
    <Stack gap="xs" component="section" aria-labelledby="migration-repositories">
      <Group justify="space-between">
        <Title order={2} id="migration-repositories">
          {t('Repositories')}
        </Title>
        {locked.length > 0 && (
          <Button variant="default" onClick={() => setAsked(true)}>
            {t('Unlock all')}
          </Button>
        )}
      </Group>
      {act.isError && !asked && <ErrorNotice error={act.error} />}
      <VirtualList
        label={t('Repositories of this migration')}
        items={names}
        rowHeight={rowHeight}
        keyOf={(name) => name}
        empty={t('None.')}
        mostRows={mostRows}
        testId="migration-repositories"
      >
        {(name) => (
          <div className={classes.row} data-testid={`migration-repository-${name}`}>
            <Truncated text={name} />
            {stillLocked.has(name) && (
              <Group gap="sm" wrap="nowrap">
                <span className={classes.locked}>
                  <IconLock size={13} aria-hidden />
                  {t('Locked')}
                </span>
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={t('Unlock {name}', { name })}
                  disabled={act.isPending}
                  onClick={() => act.mutate({ action: 'unlock', repository: name })}
                >
                  {t('Unlock')}
                </Button>
              </Group>
            )}
          </div>
        )}
      </VirtualList>
      <ConfirmDialog
        opened={asked}
        title={t('Unlock all repositories?')}
        text={t(
          '{repositories, plural, one {# repository} other {# repositories}} of this migration can be pushed to, imported into and renamed again. What is pushed from now on is not in the archive.',
          { repositories: locked.length },
        )}
        confirmLabel={t('Unlock all')}
        busy={act.isPending}
        error={act.error}
        onClose={() => setAsked(false)}
        onConfirm={() => act.mutate({ action: 'unlock-all' }, { onSuccess: () => setAsked(false) })}
      />
    </Stack>
  );
}
