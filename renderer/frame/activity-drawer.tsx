import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { useStopWork, useTryAgain, useWork } from '../api/work.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { useTopmostClose } from '../components/topmost.ts';
import { Waiting } from '../components/waiting.tsx';
import { workTitle } from '../components/work-words.ts';
import { t } from '../language/text.ts';
import { RemotePushDialog } from '../screens/remotes/remote-push-dialog.tsx';
import { useActivity } from '../stores/activity.ts';
import classes from './activity-drawer.module.css';
import { WorkRow } from './work-row.tsx';

/** Everything that takes long, wherever it was begun: what runs, waits, needs somebody, and what became of the rest. */
export function ActivityDrawer() {
  const { opened, close } = useActivity();
  const [answering, setAnswering] = useState<Work | null>(null);
  const closeTopmost = useTopmostClose(opened, close);
  return (
    <>
      <Drawer
        opened={opened}
        onClose={closeTopmost}
        title={t('Activity')}
        position="right"
        size={480}
        closeButtonProps={{ 'aria-label': t('Close') }}
        transitionProps={{ duration: 120 }}
      >
        <Lists
          onAnswer={(work) => {
            close();
            setAnswering(work);
          }}
        />
      </Drawer>
      {answering?.owner != null && answering.repo !== null && (
        <RemotePushDialog
          key={answering.key}
          owner={answering.owner}
          repo={answering.repo}
          opened
          pushId={answering.id}
          onClose={() => setAnswering(null)}
        />
      )}
    </>
  );
}

function Lists({ onAnswer }: { onAnswer(work: Work): void }) {
  const work = useWork();
  const { clearedAt, clear, close } = useActivity();
  const [stopping, setStopping] = useState<Work | null>(null);
  const stop = useStopWork();
  const again = useTryAgain();
  if (work.isPending) return <Waiting>{t('Looking…')}</Waiting>;
  if (work.isError) return <ErrorNotice error={work.error} onRetry={() => void work.refetch()} />;
  const shown = work.data.filter(({ ended_at }) => ended_at === null || clearedAt === null || ended_at > clearedAt);
  const now = shown.filter(({ state }) => state === 'running' || state === 'waiting');
  const asking = work.data.filter(({ state }) => state === 'needs_you');
  const ended = shown.filter(({ state }) => ['done', 'failed', 'stopped'].includes(state));
  const last = ended.reduce((latest, { ended_at }) => (ended_at !== null && ended_at > latest ? ended_at : latest), '');
  const rowOf = (row: Work) => (
    <WorkRow
      key={row.key}
      work={row}
      busy={again.isPending}
      onStop={() => (row.kind === 'import' || row.kind === 'restore' ? setStopping(row) : stop.mutate(row))}
      onAgain={() => again.mutate(row)}
      onAnswer={() => onAnswer(row)}
      onFollow={close}
    />
  );
  return (
    <Stack gap="lg" data-testid="activity-drawer">
      {stop.isError && stopping === null && <ErrorNotice error={stop.error} />}
      <Part title={t('Now')} rows={now} empty={t('Nothing runs at this moment.')} rowOf={rowOf} />
      {asking.length > 0 && <Part title={t('Needs you')} rows={asking} empty="" rowOf={rowOf} />}
      <Part
        title={t('Ended')}
        rows={ended}
        empty={t('Nothing ended lately.')}
        rowOf={rowOf}
        action={
          ended.length === 0 ? null : (
            <Button variant="subtle" size="compact-xs" onClick={() => clear(last)}>
              {t('Clear')}
            </Button>
          )
        }
      />
      <ConfirmDialog
        opened={stopping !== null}
        title={stopping === null ? '' : t('Stop: {stopping}?', { stopping: workTitle(stopping) })}
        text={
          stopping?.kind === 'restore'
            ? t('Nothing of the restore stays. The archive is untouched.')
            : t(
                'What was fetched so far is deleted, with the mapped authors. The source is untouched, and the repository stays, empty.',
              )
        }
        confirmLabel={t('Stop')}
        keepLabel={t('Go on')}
        busy={stop.isPending}
        error={stop.error}
        onConfirm={() => stopping && stop.mutate(stopping, { onSuccess: () => setStopping(null) })}
        onClose={() => setStopping(null)}
      />
    </Stack>
  );
}

interface PartProps {
  title: string;
  rows: readonly Work[];
  empty: string;
  rowOf(row: Work): React.ReactNode;
  action?: React.ReactNode;
}

function Part({ title, rows, empty, rowOf, action }: PartProps) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between" mih={22}>
        <Title order={3}>{title}</Title>
        {action}
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {rows.map(rowOf)}
        </ul>
      )}
    </Stack>
  );
}
