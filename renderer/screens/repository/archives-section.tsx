import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RepositoryOverview } from '../../../service/api/organizations/repository-overview.ts';
import { Section } from '../../components/section.tsx';
import { momentText } from '../../components/time-words.ts';
import { t } from '../../language/text.ts';
import classes from './archives-section.module.css';

type Archive = RepositoryOverview['archives'][number];

/** Exports that took a repository along. */
export function ArchivesSection({ archives }: { archives: readonly Archive[] }) {
  return (
    <Section title={t('Archives')} wide>
      {archives.length === 0 ? (
        <Text c="dimmed">{t('No migration archive holds it.')}</Text>
      ) : (
        <ul className={classes.list} aria-label={t('Archives')} data-testid="repository-archives">
          {archives.map((archive) => (
            <li key={archive.id}>
              <Link
                to="/migrations/$owner/$id"
                params={{ owner: archive.owner, id: String(archive.id) }}
                className={classes.row}
              >
                <Text component="span">{t('Migration {id} of {owner}', { id: archive.id, owner: archive.owner })}</Text>
                <Text component="span" c="dimmed" size="xs">
                  {wordsOf(archive)}
                </Text>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
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
