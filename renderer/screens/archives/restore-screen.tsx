import { Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Restore } from '../../../service/api/migrations/migration-schemas.ts';
import { FailedWork } from '../../api/request.ts';
import { useCancelRestore, useRestore } from '../../api/restores.ts';
import { ArchiveProgressReading } from '../../components/archive-progress-reading.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { restoreWords } from '../../components/migration-words.ts';
import { modelWords } from '../../components/model-words.ts';
import { numberText } from '../../components/number-words.ts';
import { FocusedTitle, Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { ArchiveTitle } from './archive-title.tsx';
import classes from './restore-screen.module.css';
import { restoreSteps } from './restore-steps.ts';

const rowHeight = 36;

/** One restore: how far it is, and what it made. */
export function RestoreScreen() {
  const { id } = useParams({ from: '/archives/restores/$id' });
  const restore = useRestore(Number(id));
  if (restore.isPending) return <Waiting>{t('Reading the restore…')}</Waiting>;
  if (restore.isError) {
    return (
      <Page title={t('Archives')}>
        <ErrorNotice error={restore.error} onRetry={() => void restore.refetch()} />
      </Page>
    );
  }
  return <OneRestore restore={restore.data} />;
}

function OneRestore({ restore }: { restore: Restore }) {
  const { id, state } = restore;
  /** Half published: only the next start brings it to its end. */
  const hindered = state === 'restoring' && restore.error_message !== null;
  const running = !hindered && (state === 'pending' || state === 'restoring');
  return (
    <Page
      title={<ArchiveTitle path={restore.archive_path} />}
      focusTitle={false}
      actions={running && <CancelRestore id={id} />}
    >
      <StepRail label={t('Steps of the restore')} steps={restoreSteps} current={state === 'restored' ? 2 : 1} />
      <Stack gap="md" data-testid="restore">
        <FocusedTitle order={2}>{state === 'restored' ? t('Restored') : t('Restore')}</FocusedTitle>
        <div role="status">
          <StateLabel {...restoreWords(restore)} state={state} testId="restore-state" />
        </div>
        {running && (
          <ArchiveProgressReading
            job={`restore:${id}`}
            stored={restore.progress}
            label={t('Progress of the restore')}
          />
        )}
        {hindered && <ErrorNotice error={new FailedWork(restore.error_message ?? '', restore.failure)} />}
        {state === 'failed' && (
          <>
            <ErrorNotice
              error={
                new FailedWork(
                  restore.error_message ?? t('The restore failed. The log has the detail.'),
                  restore.failure,
                )
              }
            />
            <Text c="dimmed">{t('Nothing of the archive was kept: everything is as it was before.')}</Text>
            {restore.inspection_id !== null && (
              <Group gap="sm">
                <Button component={Link} to={`/archives/${restore.inspection_id}/restore`} variant="default">
                  {t('Back to the choices')}
                </Button>
              </Group>
            )}
          </>
        )}
        {restore.summary !== null && <Summary summary={restore.summary} />}
      </Stack>
    </Page>
  );
}

function Summary({ summary }: { summary: NonNullable<Restore['summary']> }) {
  return (
    <Stack gap="md" data-testid="restore-summary">
      <Group gap="xs" wrap="nowrap">
        {summary.whole === false ? (
          <IconAlertTriangle size={20} color="var(--gantry-attention)" style={{ flexShrink: 0 }} aria-hidden />
        ) : (
          <IconCircleCheck size={20} color="var(--gantry-good)" style={{ flexShrink: 0 }} aria-hidden />
        )}
        <Text>
          {summary.whole === false
            ? t(
                'Not all of it is here as the archive names it. What is missing or different is said below; ask whoever made the archive for what it lacks.',
              )
            : t('Everything that was chosen is here.')}
        </Text>
      </Group>
      <Facts facts={factsOf(summary)} />
      {summary.repositories.length > 0 && <RestoredRepositories names={summary.repositories} />}
      {summary.notes.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="restore-notes">
          <Title order={2} id="restore-notes">
            {t('What is not as it was')}
          </Title>
          <List size="sm" data-selectable>
            {summary.notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Stack>
      )}
      <Group gap="sm">
        <Button component={Link} to="/">
          {t('To the repositories')}
        </Button>
      </Group>
    </Stack>
  );
}

/** What was restored, each leading to its page. */
function RestoredRepositories({ names }: { names: readonly string[] }) {
  return (
    <VirtualList
      label={t('Restored repositories')}
      items={names}
      rowHeight={rowHeight}
      keyOf={(name) => name}
      empty=""
      mostRows={10}
      testId="restored-repositories"
    >
      {(name) => (
        <Link
          to="/repositories/$owner/$repo"
          params={{ owner: name.split('/')[0] ?? '', repo: name.split('/')[1] ?? '' }}
          className={classes.row}
        >
          <Truncated text={name} />
        </Link>
      )}
    </VirtualList>
  );
}

function factsOf(summary: NonNullable<Restore['summary']>): (readonly [string, string])[] {
  const own = ['users', 'organizations', 'repositories', 'attachments'];
  return [
    [t('Users'), numberText(summary.users)],
    [t('Organizations'), numberText(summary.organizations)],
    [t('Repositories'), numberText(summary.repositories.length)],
    [t('Attachments'), numberText(summary.attachments)],
    ...summary.records
      .filter(({ model }) => !own.includes(model))
      .map(({ model, count }) => [modelWords(model), numberText(count)] as const),
  ];
}

function CancelRestore({ id }: { id: number }) {
  const [asked, setAsked] = useState(false);
  const cancel = useCancelRestore();
  return (
    <>
      <Button variant="default" flex="none" onClick={() => setAsked(true)}>
        {t('Cancel restore')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('Cancel this restore?')}
        text={t('Nothing of the archive stays here.')}
        confirmLabel={t('Cancel restore')}
        keepLabel={t('Go on')}
        busy={cancel.isPending}
        error={cancel.error}
        onClose={() => setAsked(false)}
        onConfirm={() => cancel.mutate(id, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}
