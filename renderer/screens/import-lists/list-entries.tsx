import { Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ImportBatchEntry } from '../../../service/api/imports/batch-schemas.ts';
import { useImportListEntries } from '../../api/import-lists.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { errorPageOf } from '../../components/error-pages.ts';
import { MoreAbout } from '../../components/more-about.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './list-entries.module.css';
import { entryDetails, entryStates } from './list-words.ts';

const rowHeight = 56;

/** Every source of a list with its state; those that were begun lead to their import. */
export function ListEntries({ id }: { id: number }) {
  const entries = useImportListEntries(id);
  if (entries.isPending) return <Waiting>{t('Reading the sources…')}</Waiting>;
  if (entries.isError) return <ErrorNotice error={entries.error} onRetry={() => void entries.refetch()} />;
  return (
    <VirtualList
      label={t('Sources')}
      items={entries.data.pages.flat()}
      rowHeight={rowHeight}
      keyOf={(entry) => entry.id}
      empty={t('The list names no source.')}
      onEnd={entries.hasNextPage ? () => void entries.fetchNextPage() : undefined}
      testId="list-entries"
    >
      {(entry) => <Row entry={entry} />}
    </VirtualList>
  );
}

function Row({ entry }: { entry: ImportBatchEntry }) {
  const { owner, repo, vcs_url: address, state } = entry;
  // Where there is no room for both, what went wrong matters more than where it came from.
  const narrow = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false });
  const below = repo === '' ? t('Line {line}', { line: entry.line }) : address;
  const words = (
    <>
      <TwoLines name={repo === '' ? address : `${owner}/${repo}`} details={narrow ? (entry.message ?? below) : below} />
      <StateLabel {...entryStates[state]} state={state} testId="entry-state" />
      <Group component="span" gap="xs" wrap="nowrap" className={classes.details}>
        <Text component="span" size="xs" c="dimmed" miw={0}>
          <Truncated text={entryDetails(entry)} lines={2} />
        </Text>
        {entry.state === 'refused' && (
          <MoreAbout page={errorPageOf(entry.failure)} about={t('line {line}', { line: entry.line })} />
        )}
      </Group>
    </>
  );
  const begun = entry.started_at !== null && state !== 'waiting';
  return begun ? (
    <Link
      to={state === 'complete' ? '/repositories/$owner/$repo' : '/imports/$owner/$repo'}
      params={{ owner, repo }}
      className={classes.row}
      data-testid={`source-${repo}`}
    >
      {words}
    </Link>
  ) : (
    <div className={classes.row} data-testid={`source-${repo}`}>
      {words}
    </div>
  );
}
