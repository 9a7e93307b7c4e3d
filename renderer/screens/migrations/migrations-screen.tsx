import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import type { Migration } from '../../../service/api/migrations/migration-schemas.ts';
import { useMigrations } from '../../api/migrations.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { migrationWords } from '../../components/migration-words.ts';
import { namesText } from '../../components/name-words.ts';
import { bytesText } from '../../components/number-words.ts';
import { Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { momentText } from '../../components/time-words.ts';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';
import classes from './migrations-screen.module.css';

const rowHeight = 52;

/** Every migration of the account and of its organizations, newest first. */
export function MigrationsScreen() {
  const migrations = useMigrations();
  const [owner, setOwner] = useState('all');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = migrations;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const mayHaveMore = hasNextPage && !isFetchingNextPage;
  // Of whoever is shown there may be none on the pages that were read.
  const isLacking = owner !== 'all' && data?.rows.some((migration) => migration.owner.login === owner) === false;
  useEffect(() => {
    if (isLacking && mayHaveMore) more();
  }, [isLacking, mayHaveMore, more]);
  if (migrations.isPending) return <Waiting>{t('Reading the migrations…')}</Waiting>;
  if (migrations.isError) return <ErrorNotice error={migrations.error} onRetry={() => void migrations.refetch()} />;
  const { rows, owners, unseen } = migrations.data;
  if (rows.length === 0) return <FirstMigration unseen={unseen} />;
  const shown = owner === 'all' ? rows : rows.filter((migration) => migration.owner.login === owner);
  return (
    <Page title={t('Migrations')} actions={<NewMigrationButton />} fill>
      {owners.length > 1 && (
        <SegmentedControl
          aria-label={t('Whose migrations')}
          value={owner}
          onChange={setOwner}
          data={[{ value: 'all', label: t('All') }, ...owners.map((login) => ({ value: login, label: login }))]}
          style={{ alignSelf: 'flex-start' }}
          maw="100%"
        />
      )}
      <Unseen organizations={unseen} />
      <VirtualList
        label={t('List of migrations')}
        items={shown}
        rowHeight={rowHeight}
        keyOf={(migration) => migration.id}
        empty={mayHaveMore || isFetchingNextPage ? t('Reading the migrations…') : t('No migration of this owner.')}
        onEnd={mayHaveMore ? more : undefined}
        testId="migration-list"
      >
        {(migration) => <MigrationRow migration={migration} />}
      </VirtualList>
    </Page>
  );
}

function MigrationRow({ migration }: { migration: Migration }) {
  const { owner, id, repository_names: names, locked_repositories: locked, archive } = migration;
  const details = [
    names.length === 1
      ? names[0]
      : t('{repositories, plural, one {# repository} other {# repositories}}', { repositories: names.length }),
    ...(locked.length > 0
      ? [t('{repositories, plural, one {# repository} other {# repositories}} locked', { repositories: locked.length })]
      : []),
  ];
  return (
    <Link
      to="/migrations/$owner/$id"
      params={{ owner: owner.login, id: `${id}` }}
      className={classes.row}
      data-testid={`migration-${id}`}
    >
      <TwoLines name={t('Migration {id} of {login}', { id, login: owner.login })} details={details.join(' · ')} />
      <StateLabel {...migrationWords(migration)} state={migration.state} testId="migration-state" />
      <Text size="xs" c="dimmed" className={classes.size}>
        {archive === null ? '' : bytesText(archive.size)}
      </Text>
      <Text size="xs" c="dimmed" className={classes.when}>
        {momentText(migration.created_at)}
      </Text>
    </Link>
  );
}

function NewMigrationButton() {
  const prepared = useMigrationDraft((draft) => draft.owner !== null);
  return (
    <Button component={Link} to="/migrations/new" leftSection={<IconPlus size={15} aria-hidden />} flex="none">
      {prepared ? t('Continue new migration') : t('New migration')}
    </Button>
  );
}

/** Says whose migrations are not in the list, and why. */
function Unseen({ organizations }: { organizations: readonly string[] }) {
  if (organizations.length === 0) return null;
  return (
    <Text c="dimmed" maw={560} style={{ overflowWrap: 'anywhere' }} data-testid="migrations-unseen">
      {t(
        'Migrations of {organizations} are listed for owners; you are a member there. Those that you started yourself are listed.',
        { organizations: namesText(organizations) },
      )}
    </Text>
  );
}

function FirstMigration({ unseen }: { unseen: readonly string[] }) {
  return (
    <Page title={t('Migrations')} actions={<NewMigrationButton />}>
      <Stack gap="xs" maw={560} data-testid="migrations-empty">
        <Text fw={600} size="lg">
          {t('No migrations yet')}
        </Text>
        <Text c="dimmed">
          {t(
            'A migration puts repositories, with everything that belongs to them, into one archive (tar.gz) that another installation can restore. It stays here for seven days; save it where you want to keep it.',
          )}
        </Text>
        <Unseen organizations={unseen} />
      </Stack>
    </Page>
  );
}
