import { ActionIcon, Button, Stack, Text, Title } from '@mantine/core';
import { IconFileSearch, IconX } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Inspection, Restore } from '../../../service/api/migrations/migration-schemas.ts';
import { useForgetArchive, useInspections, useOpenArchive } from '../../api/inspections.ts';
import { useRestores } from '../../api/restores.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { inspectionWords, restoreWords } from '../../components/migration-words.ts';
import { bytesText } from '../../components/number-words.ts';
import { Page } from '../../components/page.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { momentText } from '../../components/time-words.ts';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { fileName } from './archive-title.tsx';
import classes from './archives-screen.module.css';

const rowHeight = 52;
const mostRows = 7;

/** Archives that were opened, and what was restored from them. */
export function ArchivesScreen() {
  const inspections = useInspections();
  const restores = useRestores();
  if (inspections.isPending || restores.isPending) return <Waiting>{t('Reading the opened archives…')}</Waiting>;
  if (inspections.isError) return <ErrorNotice error={inspections.error} onRetry={() => void inspections.refetch()} />;
  if (restores.isError) return <ErrorNotice error={restores.error} onRetry={() => void restores.refetch()} />;
  return (
    <Page title={t('Archives')} actions={<OpenArchiveButton />}>
      {inspections.data.length === 0 && (
        <Text c="dimmed" maw={560} data-testid="archives-empty">
          {t(
            'Open a migration archive (tar.gz) to see what is in it: repositories, issues, pull requests, and what is wrong with it. Nothing is changed here until you restore it.',
          )}
        </Text>
      )}
      {inspections.data.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="opened-archives">
          <Title order={2} id="opened-archives">
            {t('Opened')}
          </Title>
          <VirtualList
            label={t('Opened archives')}
            items={inspections.data}
            rowHeight={rowHeight}
            keyOf={(inspection) => inspection.id}
            empty={t('None.')}
            mostRows={mostRows}
            testId="inspection-list"
          >
            {(inspection) => <InspectionRow inspection={inspection} />}
          </VirtualList>
        </Stack>
      )}
      {restores.data.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="restores">
          <Title order={2} id="restores">
            {t('Restored')}
          </Title>
          <VirtualList
            label={t('Restores')}
            items={restores.data}
            rowHeight={rowHeight}
            keyOf={(restore) => restore.id}
            empty={t('None.')}
            mostRows={mostRows}
            testId="restore-list"
          >
            {(restore) => <RestoreRow restore={restore} />}
          </VirtualList>
        </Stack>
      )}
    </Page>
  );
}

function OpenArchiveButton() {
  const open = useOpenArchive();
  const navigate = useNavigate();
  const choose = async () => {
    const path = await window.gantry.chooseArchive();
    if (path === null) return;
    open.mutate(path, {
      onSuccess: (inspection) => void navigate({ to: '/archives/$id', params: { id: `${inspection.id}` } }),
    });
  };
  return (
    <Button
      leftSection={<IconFileSearch size={15} aria-hidden />}
      flex="none"
      loading={open.isPending}
      onClick={() => void choose()}
    >
      {t('Open an archive…')}
    </Button>
  );
}

function InspectionRow({ inspection }: { inspection: Inspection }) {
  const forget = useForgetArchive();
  return (
    <div className={classes.row} data-testid={`inspection-${inspection.id}`}>
      <Link to="/archives/$id" params={{ id: `${inspection.id}` }} className={classes.link}>
        <TwoLines name={fileName(inspection.path)} details={inspection.path} keep="end" />
        <StateLabel {...inspectionWords(inspection)} state={inspection.state} testId="inspection-state" />
        <Text size="xs" c="dimmed" className={classes.right}>
          {bytesText(inspection.size)}
        </Text>
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Forget {path}', { path: fileName(inspection.path) })}
        title={t('Forget: the file itself stays')}
        loading={forget.isPending}
        onClick={() => forget.mutate(inspection.id)}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function RestoreRow({ restore }: { restore: Restore }) {
  return (
    <div className={classes.row} data-testid={`restore-${restore.id}`}>
      <Link to="/archives/restores/$id" params={{ id: `${restore.id}` }} className={classes.link}>
        <TwoLines name={fileName(restore.archive_path)} details={restore.archive_path} keep="end" />
        <StateLabel {...restoreWords(restore)} state={restore.state} testId="restore-state" />
        <Text size="xs" c="dimmed" className={classes.right}>
          {momentText(restore.created_at)}
        </Text>
      </Link>
    </div>
  );
}
