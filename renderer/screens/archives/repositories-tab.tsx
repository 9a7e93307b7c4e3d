import { Button, Text } from '@mantine/core';
import type { InspectedRepository } from '../../../service/vocabulary/archive-contents.ts';
import { useInspectedRepositories } from '../../api/inspections.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { bytesText } from '../../components/number-words.ts';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { noFilter, useInspectionView } from '../../stores/inspection-view.ts';
import classes from './repositories-tab.module.css';
import { SearchField, useSearch } from './search-field.tsx';

const rowHeight = 52;

/** Repositories of an opened archive, with their branches, tags and sizes. */
export function RepositoriesTab({ id }: { id: number }) {
  const { typed, search, setTyped } = useSearch();
  const list = useInspectedRepositories(id, search);
  if (list.isPending) return <Waiting>{t('Reading the repositories…')}</Waiting>;
  if (list.isError) return <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <SearchField label={t('Search repositories')} value={typed} onChange={setTyped} />
      <VirtualList
        label={t('Repositories in the archive')}
        items={list.rows}
        rowHeight={rowHeight}
        keyOf={(repository) => repository.full_name}
        empty={
          search === ''
            ? t('The archive holds no repositories.')
            : t('No repository has “{search}” in its name.', { search })
        }
        onEnd={list.more}
        testId="inspected-repositories"
      >
        {(repository) => <RepositoryRow id={id} repository={repository} />}
      </VirtualList>
    </>
  );
}

function RepositoryRow({ id, repository }: { id: number; repository: InspectedRepository }) {
  const show = useInspectionView((view) => view.show);
  const { full_name: name, branches, tags, wiki } = repository;
  const threads = `${t('{issues, plural, one {# issue} other {# issues}}', { issues: repository.issues_count })}, ${t('{pull_requests_count, plural, one {# pull request} other {# pull requests}}', { pull_requests_count: repository.pull_requests_count })}`;
  const refs = [
    branches.length === 0
      ? t('No branches')
      : `${t('{branches, plural, one {# branch} other {# branches}}', { branches: branches.length })}: ${branches.map((branch) => branch.name).join(', ')}`,
    ...(tags.length > 0 ? [t('{tags, plural, one {# tag} other {# tags}}', { tags: tags.length })] : []),
    ...(wiki ? ['wiki'] : []),
  ];
  return (
    <div className={classes.row} data-testid={`inspected-${name}`}>
      <TwoLines name={name} details={refs.join(' · ')} />
      <Text size="xs" c="dimmed" className={classes.size}>
        {bytesText(repository.size)}
      </Text>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-label={t('{threads}, of {name}', { threads, name })}
        onClick={() => show(id, { tab: 'issues', filter: { ...noFilter, repository: name } })}
      >
        {threads}
      </Button>
    </div>
  );
}
