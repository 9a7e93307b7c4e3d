import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import type { ToldImportProgress } from '../../../service/vocabulary/progress.ts';
import { useImportLog } from '../../api/imports.ts';
import { importSteps, isWorking } from '../../components/import-words.ts';
import { LogView } from '../../components/log-view.tsx';
import { FocusedTitle } from '../../components/page.tsx';
import { ProgressReading, useReading } from '../../components/progress-reading.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { t } from '../../language/text.ts';
import { ImportProblem } from './import-problem.tsx';
import classes from './progress-step.module.css';
import type { StepProps } from './step-props.ts';

interface ProgressStepProps extends StepProps {
  title: string;
  /** Leads to the shape, where that can be settled meanwhile. */
  onShape: (() => void) | undefined;
}

/** Steps 4 and 6: what is happening, how far it is, and the log. Questions and failures appear in place. */
export function ProgressStep({ owner, repo, record, title, onShape }: ProgressStepProps) {
  const log = useImportLog(owner, repo);
  return (
    <Stack gap="md" data-testid="step-progress">
      <FocusedTitle order={2}>{title}</FocusedTitle>
      <div role="status">
        <StatusLabel of={record} />
      </div>
      <ImportProblem owner={owner} repo={repo} record={record} />
      {isWorking(record) && <ProgressReading of={record} />}
      {onShape !== undefined && (
        <Group gap="sm" justify="space-between">
          <Text c="dimmed">{t('How folders become branches and tags can be settled while it is fetched.')}</Text>
          <Button variant="default" onClick={onShape} data-testid="to-shape">
            {t('Settle the shape meanwhile')}
          </Button>
        </Group>
      )}
      <div className={classes.columns}>
        <Stack gap="xs">
          <Title order={3}>{t('Steps')}</Title>
          <StepList record={record} />
          {record.authors_count > 0 && (
            <span className={classes.note}>
              {t('{authors, plural, one {# author} other {# authors}} so far', { authors: record.authors_count })}
            </span>
          )}
        </Stack>
        <Stack gap="xs" className={classes.log}>
          <Title order={3}>{t('Log')}</Title>
          <LogView lines={log.data ?? []} height={260} />
        </Stack>
      </div>
    </Stack>
  );
}

const stepOfStatus: Partial<Record<Import['status'], ToldImportProgress['step']>> = {
  detecting: 'detection',
  detection_needs_auth: 'detection',
  detection_found_nothing: 'detection',
  detection_found_multiple: 'detection',
  importing: 'raw',
  auth_failed: 'raw',
  mapping: 'rewrite',
  pushing: 'push',
};

function StepList({ record }: { record: Import }) {
  const { live } = useReading(record);
  const stopped = !isWorking(record);
  const current =
    (stopped ? undefined : live?.step) ??
    (record.failed_step as ToldImportProgress['step'] | undefined) ??
    stepOfStatus[record.status];
  const currentIndex = importSteps.findIndex(({ step }) => step === current);
  return (
    <ol className={classes.steps}>
      {importSteps.map(({ step, words }, index) => {
        const state = index < currentIndex ? 'done' : index > currentIndex ? 'ahead' : stopped ? 'stopped' : 'current';
        return (
          <li key={step} data-state={state} className={classes.step}>
            <StepIcon state={state} />
            {words}
          </li>
        );
      })}
    </ol>
  );
}

function StepIcon({ state }: { state: 'done' | 'ahead' | 'stopped' | 'current' }) {
  switch (state) {
    case 'done':
      return <IconCheck size={15} role="img" aria-label={t('Done')} />;
    case 'current':
      return <IconPlayerPlayFilled size={13} role="img" aria-label={t('Now')} />;
    case 'stopped':
      return <IconAlertTriangle size={15} role="img" aria-label={t('Stopped')} />;
    default:
      return <IconCircle size={13} aria-hidden />;
  }
}
