import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useImportPages } from '../../api/imports.ts';
import { useRepositories } from '../../api/repositories.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ImportList } from '../../components/import-list.tsx';
import { NewImportButton } from '../../components/new-import-button.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import classes from './home-screen.module.css';
import { RepositoryList } from './repository-list.tsx';

const recentImports = 5;

/** What runs, what was imported lately, and every repository. */
export function HomeScreen() {
  const open = useImportPages('open');
  const complete = useImportPages('complete');
  const repositories = useRepositories();
  const failed = [open, complete, repositories].find((query) => query.isError);
  if (failed !== undefined) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  if (open.isPending || complete.isPending || repositories.data === undefined)
    return <Waiting>Reading your repositories…</Waiting>;

  const shown = [...open.rows, ...complete.rows].slice(0, Math.max(recentImports, open.rows.length));
  if (shown.length === 0 && repositories.data.length === 0) return <FirstImport />;

  return (
    <Page title="Home" actions={<NewImportButton />}>
      {shown.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="home-imports">
          <Title order={2} id="home-imports">
            Imports
          </Title>
          <ImportList imports={shown} />
          {open.hasNextPage && (
            <Text size="sm">
              <Link to="/imports">All open imports</Link>
            </Text>
          )}
        </Stack>
      )}
      <Stack gap="xs" component="section" aria-labelledby="home-repositories">
        <Title order={2} id="home-repositories">
          Repositories
        </Title>
        <RepositoryList repositories={repositories.data} />
      </Stack>
    </Page>
  );
}

function FirstImport() {
  return (
    <Page title="Home">
      <div className={classes.first} data-testid="home-empty">
        <Text fw={600} size="lg">
          No repositories yet
        </Text>
        <Text c="dimmed" maw={460}>
          Import one from Subversion, Mercurial, Team Foundation or Git: give its address, look at what was found, map
          its authors, and get a verified Git repository on this machine.
        </Text>
        <Button component={Link} to="/imports/new" size="sm" leftSection={<IconPlus size={16} aria-hidden />}>
          Import a repository
        </Button>
      </div>
    </Page>
  );
}
