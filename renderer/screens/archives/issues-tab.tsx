import { Button, Group, Select, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { InspectedIssue } from '../../../service/vocabulary/archive-contents.ts';
import { type IssueFilter, useInspectedIssues } from '../../api/inspections.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { dayText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { noFilter, useInspectionView } from '../../stores/inspection-view.ts';
import { IssueIcon } from './issue-icon.tsx';
import classes from './issues-tab.module.css';
import { LabelMark } from './label-mark.tsx';
import { SearchField, useSearch } from './search-field.tsx';

const rowHeight = 52;

const kinds = [
  { value: 'all', label: t('Issues and pull requests') },
  { value: 'issue', label: t('Issues') },
  { value: 'pull_request', label: t('Pull requests') },
];
const states = [
  { value: 'all', label: t('Any state') },
  { value: 'open', label: t('state|Open') },
  { value: 'closed', label: t('Closed') },
  { value: 'merged', label: t('Merged') },
];

/** Issues and pull requests of an opened archive: searched in title, text and comments. */
export function IssuesTab({ id }: { id: number }) {
  const view = useInspectionView();
  const filter = view.inspectionId === id ? view.filter : noFilter;
  const { show } = view;
  const { typed, search, setTyped } = useSearch(filter.search);
  useEffect(() => {
    if (search !== filter.search) show(id, { filter: { ...filter, search } });
  }, [search, filter, id, show]);
  const list = useInspectedIssues(id, filter);
  const change = (values: Partial<IssueFilter>) => show(id, { filter: { ...filter, ...values } });
  return (
    <>
      <Group gap="sm">
        <SearchField label={t('Search title, text and comments')} value={typed} onChange={setTyped} />
        <Select
          aria-label={t('Kind')}
          data={kinds}
          value={filter.kind}
          allowDeselect={false}
          onChange={(kind) => change({ kind: kind as IssueFilter['kind'] })}
          w={190}
        />
        <Select
          aria-label={t('State')}
          data={states}
          value={filter.state}
          allowDeselect={false}
          onChange={(state) => change({ state: state as IssueFilter['state'] })}
          w={120}
        />
        {filter.repository !== null && (
          <Button
            variant="light"
            aria-label={t('Show all repositories instead of {repository}', { repository: filter.repository })}
            onClick={() => change({ repository: null })}
          >
            {filter.repository} ✕
          </Button>
        )}
        {list.data && (
          <Text c="dimmed" size="xs" role="status" data-testid="issues-found">
            {t('{total, number} found', { total: list.total })}
          </Text>
        )}
      </Group>
      {list.isPending && <Waiting>{t('Searching…')}</Waiting>}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <VirtualList
          label={t('Issues and pull requests')}
          items={list.rows}
          rowHeight={rowHeight}
          keyOf={(issue) => `${issue.repository}#${issue.number}`}
          empty={t('Nothing in the archive matches.')}
          onEnd={list.more}
          testId="inspected-issues"
        >
          {(issue) => <IssueRow id={id} issue={issue} />}
        </VirtualList>
      )}
    </>
  );
}

function IssueRow({ id, issue }: { id: number; issue: InspectedIssue }) {
  const [owner = '', repo = ''] = issue.repository.split('/');
  const details = [
    `${issue.repository}#${issue.number}`,
    ...(issue.user === null ? [] : [t('by {user}', { user: issue.user })]),
    ...(issue.created_at === null ? [] : [dayText(issue.created_at)]),
    ...(issue.comments_count > 0
      ? [t('{comments, plural, one {# comment} other {# comments}}', { comments: issue.comments_count })]
      : []),
  ];
  return (
    <Link
      to="/archives/$id/issues/$owner/$repo/$number"
      params={{ id: `${id}`, owner, repo, number: `${issue.number}` }}
      className={classes.row}
      data-testid={`issue-${issue.repository}-${issue.number}`}
    >
      <IssueIcon issue={issue} />
      <span className={classes.name}>
        <span className={classes.title}>
          <Truncated text={issue.title} className={classes.strong} />
          {issue.labels.slice(0, 3).map((label) => (
            <LabelMark key={label.name} label={label} />
          ))}
        </span>
        <Truncated text={details.join(' · ')} className={classes.quiet} />
      </span>
    </Link>
  );
}
