import { Button, Group, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Migration } from '../../../service/api/migrations/migration-schemas.ts';
import { useActOnMigration, useMigration } from '../../api/migrations.ts';
import { FailedWork } from '../../api/request.ts';
import { ArchiveProgressReading } from '../../components/archive-progress-reading.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { migrationWords } from '../../components/migration-words.ts';
import { FocusedTitle, Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { ArchiveBox } from './archive-box.tsx';
import { MigrationRepositories } from './migration-repositories.tsx';
import { indexOfState, migrationSteps } from './migration-steps.ts';

/** One migration: how far it is, its archive, and its repositories with their locks. */
export function MigrationScreen() {
  const { owner, id } = useParams({ from: '/migrations/$owner/$id' });
  const migration = useMigration(owner, Number(id));
  if (migration.isPending) return <Waiting>{t('Reading the migration…')}</Waiting>;
  if (migration.isError) {
    return (
      <Page title={t('Migration {id} of {owner}', { id, owner })}>
        <ErrorNotice error={migration.error} onRetry={() => void migration.refetch()} />
      </Page>
    );
  }
  return <OneMigration key={migration.data.id} migration={migration.data} />;
}

function OneMigration({ migration }: { migration: Migration }) {
  const { owner, id, state } = migration;
  const running = state === 'pending' || state === 'exporting';
  return (
    <Page
      title={t('Migration {id} of {login}', { id, login: owner.login })}
      focusTitle={false}
      actions={running && <CancelMigration migration={migration} />}
    >
      <StepRail label={t('Steps of the migration')} steps={migrationSteps} current={indexOfState(state)} />
      <Stack gap="md" data-testid="migration">
        <FocusedTitle order={2}>{state === 'exported' ? t('Download') : t('Export')}</FocusedTitle>
        <div role="status">
          <StateLabel {...migrationWords(migration)} state={state} testId="migration-state" />
        </div>
        {running && (
          <ArchiveProgressReading
            job={`migration:${id}`}
            stored={migration.progress}
            label={t('Progress of the export')}
          />
        )}
        {state === 'failed' && <FailedMigration migration={migration} />}
        {migration.archive !== null && <ArchiveBox migration={migration} archive={migration.archive} />}
        <Facts
          facts={[
            [t('Started'), momentText(migration.created_at)],
            [t('Attachments'), migration.exclude_attachments ? t('Left out') : t('Included')],
            [t('Locks'), locksText(migration)],
          ]}
        />
        <MigrationRepositories migration={migration} />
      </Stack>
    </Page>
  );
}

function locksText({ lock_repositories: wanted, locked_repositories: locked }: Migration): string {
  if (!wanted) return t('Not asked for');
  return locked.length === 0
    ? t('All unlocked again')
    : t('{repositories, plural, one {# repository} other {# repositories}} locked', { repositories: locked.length });
}

function FailedMigration({ migration }: { migration: Migration }) {
  const act = useActOnMigration(migration.owner.login, migration.id);
  return (
    <Stack gap="sm">
      <ErrorNotice
        error={
          new FailedWork(migration.error_message ?? t('The export failed. The log has the detail.'), migration.failure)
        }
      >
        <Group gap="sm">
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate({ action: 'retry' })}>
            {t('Export again')}
          </Button>
        </Group>
      </ErrorNotice>
      {act.isError && <ErrorNotice error={act.error} />}
      {migration.locked_repositories.length > 0 && (
        <Text c="dimmed">{t('Its repositories are still locked. Unlock them below, or export again.')}</Text>
      )}
    </Stack>
  );
}

function CancelMigration({ migration }: { migration: Migration }) {
  const [asked, setAsked] = useState(false);
  const act = useActOnMigration(migration.owner.login, migration.id);
  return (
    <>
      <Button variant="default" flex="none" onClick={() => setAsked(true)}>
        {t('Cancel export')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('Cancel this export?')}
        text={
          migration.locked_repositories.length > 0
            ? t(
                'What was written of the archive is removed. The repositories stay locked until you unlock them. You can export again later.',
              )
            : t('What was written of the archive is removed. You can export again later.')
        }
        confirmLabel={t('Cancel export')}
        keepLabel={t('Go on')}
        busy={act.isPending}
        error={act.error}
        onClose={() => setAsked(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}
