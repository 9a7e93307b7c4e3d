import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react';
import type { ToldArchiveProblem } from '../../../service/vocabulary/archive-contents.ts';
import { useProblems } from '../../api/inspections.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './problems-tab.module.css';

const rowHeight = 52;

/** What is wrong with an opened archive. */
export function ProblemsTab({ id, reading }: { id: number; reading: boolean }) {
  const list = useProblems(id);
  if (list.isPending) return <Waiting>{t('Reading the problems…')}</Waiting>;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <VirtualList
      label={t('Problems of the archive')}
      items={list.rows.map((problem, index) => ({ problem, index }))}
      rowHeight={rowHeight}
      keyOf={({ index }) => index}
      empty={
        reading
          ? t('None so far; the archive is still being read.')
          : t('None. Everything that the records name is there.')
      }
      onEnd={list.more}
      testId="archive-problems"
    >
      {({ problem }) => <ProblemRow problem={problem} />}
    </VirtualList>
  );
}

function ProblemRow({ problem }: { problem: ToldArchiveProblem }) {
  const error = problem.severity === 'error';
  const Icon = error ? IconCircleX : IconAlertTriangle;
  return (
    <div className={classes.row}>
      <Icon
        size={17}
        stroke={1.7}
        color={error ? 'var(--gantry-bad)' : 'var(--gantry-attention)'}
        role="img"
        aria-label={error ? t('Error') : t('Warning')}
      />
      <span className={classes.words}>
        <Truncated text={problem.text} className={classes.text} />
        <Text component="span" size="xs" c="dimmed" className={classes.subject}>
          <Truncated text={problem.subject} keep="end" />
        </Text>
      </span>
    </div>
  );
}
