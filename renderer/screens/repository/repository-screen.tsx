import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconReportSearch } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import type { Repository } from '../../../service/api/shared/schemas.ts';
import { useImport } from '../../api/imports.ts';
import { useOverview, useRepository } from '../../api/overview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { LockMark } from '../../components/lock-mark.tsx';
import { NoRepository } from '../../components/no-repository.tsx';
import { Page } from '../../components/page.tsx';
import { StatusLabel } from '../../components/status-label.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useWizardDraft } from '../../stores/wizard-draft.ts';
import { UpdatesSection } from '../imports/updates-section.tsx';
import { VerdictSection } from '../imports/verdict-section.tsx';
import { RemotesSection } from '../remotes/remotes-section.tsx';
import { ArchivesSection } from './archives-section.tsx';
import { BranchLines } from './branch-lines.tsx';
import { FilesSection } from './files-section.tsx';
import { HistorySection } from './history-section.tsx';
import { PlaceSection } from './place-section.tsx';
import { RepositoryActions } from './repository-actions.tsx';

/** A repository by itself, wherever it came from: how it is, where it is, what is in it, and what can be done with it. */
export function RepositoryScreen() {
  const { owner, repo } = useParams({ from: '/repositories/$owner/$repo' });
  const repository = useRepository(owner, repo);
  if (repository.isPending) return <Waiting>{t('Reading the repository…')}</Waiting>;
  if (repository.isError) return <ErrorNotice error={repository.error} onRetry={() => void repository.refetch()} />;
  if (repository.data === null) return <NoRepository owner={owner} repo={repo} />;
  return <KnownRepository key={repository.data.id} repository={repository.data} />;
}

function KnownRepository({ repository }: { repository: Repository }) {
  const { name: repo, description } = repository;
  const owner = repository.owner.login;
  const record = useImport(owner, repo);
  const overview = useOverview(owner, repo);
  return (
    <Page
      title={
        <Stack gap={0} component="span">
          <Group gap="sm" component="span" wrap="nowrap" miw={0}>
            <Truncated text={`${owner}/${repo}`} />
            <LockMark repository={repository} />
          </Group>
          {description !== null && description !== '' && (
            <Text component="span" c="dimmed" fw={400}>
              <Truncated text={description} />
            </Text>
          )}
        </Stack>
      }
      actions={<RepositoryActions repository={repository} />}
    >
      <Stack gap="lg" data-testid="repository-page">
        {record.data === null && overview.data?.statistics?.commits === 0 && <ImportInto owner={owner} repo={repo} />}
        {record.data && <ImportState owner={owner} repo={repo} record={record.data} />}
        {overview.isError && <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />}
        {overview.isPending && (
          // As high as the window: what follows would jump down from under the pointer when the counts come. Further down Chromium
          // keeps its place by itself.
          <Box mih="100vh">
            <Waiting>{t('Counting commits…')}</Waiting>
          </Box>
        )}
        {overview.data && <PlaceSection overview={overview.data} owner={owner} repo={repo} />}
        {overview.data?.statistics && <HistorySection statistics={overview.data.statistics} />}
        {overview.data?.statistics && (
          <BranchLines lines={overview.data.statistics.lines} branches={overview.data.statistics.branches} />
        )}
        {overview.data?.statistics && <FilesSection statistics={overview.data.statistics} />}
        <RemotesSection owner={owner} repo={repo} />
        {record.data && (record.data.status === 'complete' || record.data.updating === true) && (
          <UpdatesSection owner={owner} repo={repo} record={record.data} />
        )}
        {overview.data && <ArchivesSection owner={owner} repo={repo} overview={overview.data} />}
      </Stack>
    </Page>
  );
}

/** The way on for a repository that holds nothing. */
function ImportInto({ owner, repo }: { owner: string; repo: string }) {
  const prepare = useWizardDraft((draft) => draft.change);
  const navigate = useNavigate();
  const begin = () => {
    const destination = { owner, name: repo, existing: true };
    prepare({
      ...{ step: 'source', address: '', username: '', detection: null, choice: null },
      each: null,
      layout: null,
      destination,
    });
    void navigate({ to: '/imports/new' });
  };
  return (
    <Group gap="sm">
      <Text c="dimmed">{t('It is empty.')}</Text>
      <Button onClick={begin}>{t('Import into it…')}</Button>
    </Group>
  );
}

interface ImportStateProps {
  owner: string;
  repo: string;
  record: Pick<Import, 'status' | 'verdict' | 'waiting_for_release' | 'source_state' | 'updating'>;
}

/** What the import says of the repository, and the way to all of it. */
function ImportState({ owner, repo, record }: ImportStateProps) {
  const complete = record.status === 'complete';
  const updating = record.updating === true;
  // What the last import or update came to holds until another one is published.
  const judged = record.verdict !== undefined && (complete || updating);
  return (
    <Stack gap="xs" data-testid="repository-import">
      {judged && record.verdict !== undefined && <VerdictSection verdict={record.verdict} />}
      <Group gap="sm">
        {!(judged && complete) && <StatusLabel of={record} />}
        <Button
          variant="default"
          component={Link}
          to="/imports/$owner/$repo"
          params={{ owner, repo } as never}
          leftSection={<IconReportSearch size={15} aria-hidden />}
        >
          {complete ? t('Report of the import') : updating ? t('Open the update') : t('Open the import')}
        </Button>
        {judged && !complete && (
          <Button variant="default" onClick={() => void window.gantry.openReport({ owner, repo }).catch(showFailure)}>
            {t('Open the saved report')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
