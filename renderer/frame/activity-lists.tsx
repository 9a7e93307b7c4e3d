import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Work } from '../../service/api/work/work-schemas.ts';
import { useFailuresLeftOut, useStopWork, useTryAgain, useWork } from '../api/work.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Waiting } from '../components/waiting.tsx';
import { workTitle } from '../components/work-words.ts';
import { t } from '../language/text.ts';
import { useActivity } from '../stores/activity.ts';
import { useRefusedForgotten } from './begun-since.ts';
import { endedAt, isCleared } from './cleared-work.ts';
import { MeasuredRows } from './measured-rows.tsx';
import { RefusedUpdates } from './refused-updates.tsx';
import { WorkRow } from './work-row.tsx';

interface ActivityListsProps {
  /** What the lists scroll in. */
  scroller: HTMLElement;
  /** Answers the question of a push. */
  onAnswer(work: Work): void;
}

/** Draws nothing: it lies here because nobody waits for it. */
export function RefusedForgotten(): null {
  useRefusedForgotten();
  return null;
}

/** What runs and waits, what needs somebody, and what ended. */
export function ActivityLists({ scroller, onAnswer }: ActivityListsProps) {
  const work = useWork();
  const { clearedAt, clearedLast, clear, close } = useActivity();
  const [stopping, setStopping] = useState<Work | null>(null);
  const stop = useStopWork();
  const again = useTryAgain();
  const left = useFailuresLeftOut();
  if (work.isPending) return <Waiting>{t('Looking…')}</Waiting>;
  if (work.isError) return <ErrorNotice error={work.error} onRetry={() => void work.refetch()} />;
  const shown = work.data.filter((row) => !isCleared(row, { clearedAt, clearedLast }));
  const now = shown.filter(({ state }) => state === 'running' || state === 'waiting');
  const asking = work.data.filter(({ state }) => state === 'needs_you');
  const ended = shown.filter(({ state }) => ['done', 'failed', 'stopped'].includes(state));
  // Those that are left out failed before all that are listed: where some of these were cleared, so were they.
  const leftCleared = work.data.some(
    ({ state, ended_at }) => state === 'failed' && (ended_at ?? '') <= (clearedAt ?? ''),
  );
  const last = ended.reduce((latest, { ended_at }) => (ended_at !== null && ended_at > latest ? ended_at : latest), '');
  const rowOf = (row: Work) => (
    <WorkRow
      work={row}
      busy={again.isPending}
      onStop={() => (row.kind === 'import' || row.kind === 'restore' ? setStopping(row) : stop.mutate(row))}
      onAgain={() => again.mutate(row)}
      onAnswer={() => onAnswer(row)}
      onFollow={close}
    />
  );
  const drawn = { rowOf, scroller };
  return (
    <Stack gap="lg" data-testid="activity-drawer">
      {stop.isError && stopping === null && <ErrorNotice error={stop.error} />}
      <Part title={t('Now')} rows={now} empty={t('Nothing runs at this moment.')} {...drawn} />
      {asking.length > 0 && <Part title={t('Needs you')} rows={asking} empty="" {...drawn} />}
      <RefusedUpdates scroller={scroller} onFollow={close} />
      <Part
        title={t('Ended')}
        rows={ended}
        empty={t('Nothing ended lately.')}
        {...drawn}
        action={
          ended.length === 0 ? null : (
            <Button variant="subtle" size="compact-xs" onClick={() => clear(last, endedAt(work.data, last))}>
              {t('Clear')}
            </Button>
          )
        }
      />
      {left.count > 0 && !leftCleared && (
        <Group gap="xs">
          <Text c="dimmed" role="status">
            {t('{left, plural, one {# more failed before these.} other {# more failed before these.}}', {
              left: left.count,
            })}
          </Text>
          <Button variant="default" size="compact-sm" loading={left.list.isPending} onClick={() => left.list.mutate()}>
            {t('Show all that failed')}
          </Button>
        </Group>
      )}
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
  scroller: HTMLElement;
  action?: React.ReactNode;
}

function Part({ title, rows, empty, rowOf, scroller, action }: PartProps) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Group justify="space-between" mih={22}>
        <Title order={3}>{title}</Title>
        {action}
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <MeasuredRows label={title} rows={rows} keyOf={({ key }) => key} scroller={scroller}>
          {rowOf}
        </MeasuredRows>
      )}
    </Stack>
  );
}
