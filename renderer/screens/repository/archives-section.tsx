import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { RepositoryOverview } from '../../../service/api/organizations/repository-overview.ts';
import { useAllArchives } from '../../api/overview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import classes from './archives-section.module.css';

const rowHeight = 38;
const mostVisibleRows = 12;

type Archive = RepositoryOverview['archives'][number];

interface ArchivesSectionProps {
  owner: string;
  repo: string;
  overview: Pick<RepositoryOverview, 'archives' | 'archives_left_out'>;
}

/** Exports that took a repository along: the last of them, and all once somebody asks. */
export function ArchivesSection({ owner, repo, overview }: ArchivesSectionProps) {
  const { archives, archives_left_out: left } = overview;
  const [wanted, setWanted] = useState(false);
  const all = useAllArchives(owner, repo, wanted);
  return (
    <Section title={t('Archives')} wide>
      {archives.length === 0 ? (
        <Text c="dimmed">{t('No migration archive holds it.')}</Text>
      ) : all.data === undefined ? (
        <ul className={classes.list} aria-label={t('Archives')} data-testid="repository-archives">
          {archives.map((archive) => (
            <li key={archive.id}>
              <ArchiveRow archive={archive} />
            </li>
          ))}
        </ul>
      ) : (
        <VirtualList
          label={t('List of archives')}
          items={all.data}
          rowHeight={rowHeight}
          keyOf={({ id }) => id}
          empty={t('No migration archive holds it.')}
          mostRows={mostVisibleRows}
          testId="repository-archives"
        >
          {(archive) => <ArchiveRow archive={archive} />}
        </VirtualList>
      )}
      {all.isError && <ErrorNotice error={all.error} onRetry={() => void all.refetch()} />}
      {left > 0 && all.data === undefined && (
        <Button variant="default" loading={all.isFetching} onClick={() => setWanted(true)}>
          {t('Show all {archives, number} archives', { archives: archives.length + left })}
        </Button>
      )}
    </Section>
  );
}

function ArchiveRow({ archive }: { archive: Archive }) {
  const { id, owner } = archive;
  return (
    <Link to="/migrations/$owner/$id" params={{ owner, id: String(id) }} className={classes.row}>
      <Truncated text={t('Migration {id} of {owner}', { id, owner })} className={classes.name} />
      <Text component="span" c="dimmed" size="xs">
        {wordsOf(archive)}
      </Text>
    </Link>
  );
}

function wordsOf({ state, available, locks, created_at }: Archive): string {
  const states = {
    pending: t('Waiting'),
    exporting: t('Exporting'),
    exported: t('Archive deleted'),
    failed: t('Failed'),
  } as const;
  const words = state === 'exported' && available ? t('Archive ready') : states[state];
  return [words, ...(locks ? [t('locks this repository')] : []), momentText(created_at)].join(' · ');
}
