import { Badge, Button, Stack, Tabs, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { Inspection } from '../../../service/api/migrations/migration-schemas.ts';
import { useInspection } from '../../api/inspections.ts';
import { FailedWork } from '../../api/request.ts';
import { ArchiveProgressReading } from '../../components/archive-progress-reading.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { inspectionWords } from '../../components/migration-words.ts';
import { numberText } from '../../components/number-words.ts';
import { Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { type InspectionTab, useInspectionView } from '../../stores/inspection-view.ts';
import { ArchiveTitle } from './archive-title.tsx';
import classes from './inspection-screen.module.css';
import { IssuesTab } from './issues-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { ProblemsTab } from './problems-tab.tsx';
import { RepositoriesTab } from './repositories-tab.tsx';

/** An opened archive: what is in it, without restoring anything. */
export function InspectionScreen() {
  const { id } = useParams({ from: '/archives/$id' });
  const inspection = useInspection(Number(id));
  if (inspection.isPending) return <Waiting>{t('Opening the archive…')}</Waiting>;
  if (inspection.isError) {
    return (
      <Page title={t('Archives')}>
        <ErrorNotice error={inspection.error} onRetry={() => void inspection.refetch()} />
      </Page>
    );
  }
  return <OneInspection key={inspection.data.id} inspection={inspection.data} />;
}

function OneInspection({ inspection }: { inspection: Inspection }) {
  const { id, path, state } = inspection;
  const view = useInspectionView();
  const tab = view.inspectionId === id ? view.tab : 'overview';
  return (
    <Page
      title={<ArchiveTitle path={path} />}
      fill
      actions={
        state === 'ready' && (
          <Button
            component={Link}
            to={`/archives/${id}/restore`}
            leftSection={<IconRestore size={15} aria-hidden />}
            flex="none"
          >
            {t('Restore…')}
          </Button>
        )
      }
    >
      <div role="status">
        <StateLabel {...inspectionWords(inspection)} state={state} testId="inspection-state" />
      </div>
      {state === 'failed' && (
        <ErrorNotice
          title={t('This archive cannot be used')}
          error={
            new FailedWork(
              inspection.error_message ?? t('It could not be read. The log has the detail.'),
              inspection.failure,
            )
          }
        />
      )}
      {state === 'reading' && (
        <Stack gap={4} maw={720}>
          <ArchiveProgressReading
            job={`inspection:${id}`}
            stored={inspection.progress}
            label={t('Progress of reading the archive')}
          />
          <Text c="dimmed" size="xs">
            {t('What was read so far can be looked at already.')}
          </Text>
        </Stack>
      )}
      {state !== 'failed' && (
        <Tabs
          value={tab}
          onChange={(chosen) => view.show(id, { tab: (chosen ?? 'overview') as InspectionTab })}
          keepMounted={false}
          classNames={{ root: classes.tabs ?? '', panel: classes.panel ?? '' }}
        >
          <Tabs.List aria-label={t('Parts of the archive')}>
            <Tabs.Tab value="overview">{t('Overview')}</Tabs.Tab>
            <Tabs.Tab value="repositories">
              {t('Repositories ({repositories_count, number})', { repositories_count: inspection.repositories_count })}
            </Tabs.Tab>
            <Tabs.Tab value="issues">
              {t('Issues and pull requests ({threads, number})', { threads: threadsCount(inspection) })}
            </Tabs.Tab>
            <Tabs.Tab
              value="problems"
              rightSection={
                inspection.problems_count > 0 && (
                  <Badge size="xs" color="yellow" variant="filled" autoContrast>
                    {numberText(inspection.problems_count)}
                  </Badge>
                )
              }
            >
              {t('Problems')}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview" tabIndex={0}>
            <OverviewTab inspection={inspection} />
          </Tabs.Panel>
          <Tabs.Panel value="repositories">
            <RepositoriesTab id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="issues">
            <IssuesTab id={id} />
          </Tabs.Panel>
          <Tabs.Panel value="problems" tabIndex={0}>
            <ProblemsTab id={id} reading={state === 'reading'} />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}

function threadsCount({ counts }: Inspection): number {
  return counts
    .filter(({ model }) => model === 'issues' || model === 'pull_requests')
    .reduce((sum, { count }) => sum + count, 0);
}
