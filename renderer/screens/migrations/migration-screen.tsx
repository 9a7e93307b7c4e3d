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
import { countText } from '../../components/number-words.ts';
import { FocusedTitle, Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { ArchiveBox } from './archive-box.tsx';
import { MigrationRepositories } from './migration-repositories.tsx';
import { indexOfState, migrationSteps } from './migration-steps.ts';

/** One migration: how far it is, its archive, and its repositories with their locks. */
export function MigrationScreen() {
  const { owner, id } = useParams({ from: '/migrations/$owner/$id' });
  const migration = useMigration(owner, Number(id));
  if (migration.isPending) return <Waiting>Reading the migration…</Waiting>;
  if (migration.isError) {
    return (
      <Page title={`Migration ${id} of ${owner}`}>
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
      title={`Migration ${id} of ${owner.login}`}
      focusTitle={false}
      actions={running && <CancelMigration migration={migration} />}
    >
      <StepRail label="Steps of the migration" steps={migrationSteps} current={indexOfState(state)} />
      <Stack gap="md" data-testid="migration">
        <FocusedTitle order={2}>{state === 'exported' ? 'Download' : 'Export'}</FocusedTitle>
        <div role="status">
          <StateLabel {...migrationWords(migration)} state={state} testId="migration-state" />
        </div>
        {running && (
          <ArchiveProgressReading job={`migration:${id}`} stored={migration.progress} label="Progress of the export" />
        )}
        {state === 'failed' && <FailedMigration migration={migration} />}
        {migration.archive !== null && <ArchiveBox migration={migration} archive={migration.archive} />}
        <Facts
          facts={[
            ['Started', momentText(migration.created_at)],
            ['Attachments', migration.exclude_attachments ? 'Left out' : 'Included'],
            ['Locks', locksText(migration)],
          ]}
        />
        <MigrationRepositories migration={migration} />
      </Stack>
    </Page>
  );
}

function locksText({ lock_repositories: wanted, locked_repositories: locked }: Migration): string {
  if (!wanted) return 'Not asked for';
  return locked.length === 0
    ? 'All unlocked again'
    : `${countText(locked.length, 'repository', 'repositories')} locked`;
}

function FailedMigration({ migration }: { migration: Migration }) {
  const act = useActOnMigration(migration.owner.login, migration.id);
  return (
    <Stack gap="sm">
      <ErrorNotice
        error={
          new FailedWork(migration.error_message ?? 'The export failed. The log has the detail.', migration.failure)
        }
      >
        <Group gap="sm">
          <Button variant="default" loading={act.isPending} onClick={() => act.mutate({ action: 'retry' })}>
            Export again
          </Button>
        </Group>
      </ErrorNotice>
      {act.isError && <ErrorNotice error={act.error} />}
      {migration.locked_repositories.length > 0 && (
        <Text c="dimmed">Its repositories are still locked. Unlock them below, or export again.</Text>
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
        Cancel export
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Cancel this export?"
        text={`What was written of the archive is removed.${
          migration.locked_repositories.length > 0 ? ' The repositories stay locked until you unlock them.' : ''
        } You can export again later.`}
        confirmLabel="Cancel export"
        busy={act.isPending}
        error={act.error}
        onClose={() => setAsked(false)}
        onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}
