import { Group, Select, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ImportBatch, ImportBatchEntry } from '../../../service/api/imports/batch-schemas.ts';
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
import { isFolder } from '../imports/source-address.ts';
import { linesShown, lookedFor } from './lines-shown.ts';
import classes from './list-entries.module.css';
import { entryDetails, entryStates } from './list-words.ts';

const rowHeight = 56;

/** The sources of a list with their states; those that were begun lead to their import. */
export function ListEntries({ list }: { list: ImportBatch }) {
  const { state } = useSearch({ from: '/imports-lists/$id' });
  return (
    <>
      <LinesChoice list={list} />
      <Lines id={list.id} state={state ?? null} />
    </>
  );
}

/** Which lines are shown, where there are some that a person looks for. */
function LinesChoice({ list: { id, counts, entries_count } }: { list: ImportBatch }) {
  const { state } = useSearch({ from: '/imports-lists/$id' });
  const navigate = useNavigate();
  const there = lookedFor.filter((known) => known === state || (counts[known] ?? 0) > 0);
  if (there.length === 0) return null;
  const labelOf = (words: string, count: number) => t('{words} ({count, number})', { words, count });
  return (
    <Select
      aria-label={t('Lines that are shown')}
      data={[
        { value: 'all', label: labelOf(t('All'), entries_count) },
        ...there.map((known) => ({ value: known, label: labelOf(entryStates[known].words, counts[known] ?? 0) })),
      ]}
      value={state ?? 'all'}
      onChange={(chosen) =>
        void navigate({
          to: '/imports-lists/$id',
          params: { id: `${id}` },
          search: linesShown({ state: chosen }),
          replace: true,
        })
      }
      allowDeselect={false}
      w={260}
      maw="100%"
    />
  );
}

function Lines({ id, state }: { id: number; state: ImportBatchEntry['state'] | null }) {
  const entries = useImportListEntries(id, state);
  if (entries.isPending) return <Waiting>{t('Reading the sources…')}</Waiting>;
  if (entries.isError) return <ErrorNotice error={entries.error} onRetry={() => void entries.refetch()} />;
  return (
    <VirtualList
      label={t('Sources')}
      items={entries.data.pages.flat()}
      rowHeight={rowHeight}
      keyOf={(entry) => entry.id}
      empty={state === null ? t('The list names no source.') : t('No line of the list is in this state any more.')}
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
      <TwoLines
        name={repo === '' ? address : `${owner}/${repo}`}
        details={narrow ? (entry.message ?? below) : below}
        // Paths of one folder differ in how they end.
        keep={isFolder(address) && (!narrow || entry.message === null) ? 'end' : 'start'}
      />
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
