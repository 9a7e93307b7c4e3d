import { Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportBatch } from '../../../service/api/imports/batch-schemas.ts';
import { useFilledByList, useImportList, useImportListAction } from '../../api/import-lists.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { SeveralPushDialog } from '../remotes/several-push-dialog.tsx';
import { ListEntries } from './list-entries.tsx';
import { listSentence } from './list-words.ts';

/** A list of imports: before it starts, while it runs, and what came of it. */
export function ListScreen() {
  const id = Number(useParams({ from: '/imports-lists/$id' }).id);
  const list = useImportList(id);
  if (list.isPending) return <Waiting>{t('Reading the list…')}</Waiting>;
  if (list.isError) {
    return (
      <Page title={t('List of imports')}>
        <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
      </Page>
    );
  }
  return (
    <Page title={list.data.name} fill>
      <Stack gap="md" flex={1} mih={0} data-testid="import-list-page">
        <ListHead list={list.data} />
        <ListEntries list={list.data} />
      </Stack>
    </Page>
  );
}

function ListHead({ list }: { list: ImportBatch }) {
  const { counts, entries_count: total } = list;
  // What was stopped is still to be done: a full bar would say that all of it was.
  const settled = total - (counts.waiting ?? 0) - (counts.running ?? 0) - (counts.stopped ?? 0);
  const percent = total === 0 ? 100 : Math.floor((settled / total) * 100);
  return (
    <Stack gap="sm">
      <Text role="status" data-testid="list-sentence">
        {listSentence(list)}{' '}
        {list.authors_mapped > 0 &&
          t('{authors, plural, one {# author} other {# authors}} in its author map.', { authors: list.authors_mapped })}
      </Text>
      {list.started_at !== null && <Progress value={percent} aria-label={t('Progress of the list')} maw={720} />}
      <ListActions list={list} />
    </Stack>
  );
}

function ListActions({ list }: { list: ImportBatch }) {
  const { id, counts, started_at, finished } = list;
  const navigate = useNavigate();
  const act = useImportListAction(id, () => navigate({ to: '/imports', replace: true }));
  const again = (counts.failed ?? 0) + (counts.stopped ?? 0);
  const draft = started_at === null;
  const [pushing, setPushing] = useState(false);
  const [asking, setAsking] = useState(true);
  const filled = useFilledByList(id, pushing);
  return (
    <>
      {draft && (
        <Checkbox
          label={t('Ask before publishing where authors have no address')}
          description={t('What the people book and the author map know is filled in. The others wait under Needs you.')}
          checked={asking}
          onChange={(event) => setAsking(event.currentTarget.checked)}
        />
      )}
      <Group gap="sm">
        {draft && (
          <Button
            disabled={(counts.waiting ?? 0) === 0}
            loading={act.isPending}
            onClick={() => act.mutate(asking ? 'startAsking' : 'start')}
          >
            {t('Import {sources, plural, one {# source} other {# sources}}', { sources: counts.waiting ?? 0 })}
          </Button>
        )}
        {!finished && (
          <Button variant="default" onClick={() => void loadMap(id)}>
            {t('Load author map…')}
          </Button>
        )}
        {!draft && (counts.waiting ?? 0) > 0 && (
          <Button variant="default" disabled={act.isPending} onClick={() => act.mutate('stop')}>
            {t('Stop the queue')}
          </Button>
        )}
        {finished && again > 0 && (
          <Button disabled={act.isPending} onClick={() => act.mutate('tryAgain')}>
            {t('Try {sources, plural, one {# source} other {# sources}} again', { sources: again })}
          </Button>
        )}
        {(counts.complete ?? 0) > 0 && (
          <Button variant="default" loading={pushing && filled.isPending} onClick={() => setPushing(true)}>
            {t('Push all…')}
          </Button>
        )}
        {!draft && (
          <Button variant="default" onClick={() => void saveReport(id)}>
            {t('Save report…')}
          </Button>
        )}
        {(draft || finished) && (
          <Button variant="default" disabled={act.isPending} onClick={() => act.mutate('forget')}>
            {draft ? t('Discard this list') : t('Forget this list')}
          </Button>
        )}
      </Group>
      {act.isError && <ErrorNotice error={act.error} />}
      {filled.isError && <ErrorNotice error={filled.error} />}
      {pushing && filled.data !== undefined && (
        <SeveralPushDialog repositories={filled.data} all opened onClose={() => setPushing(false)} />
      )}
    </>
  );
}

async function loadMap(id: number): Promise<void> {
  try {
    const loaded = await window.gantry.loadListAuthorMap({ batch_id: id });
    if (loaded === null) return;
    const problems = loaded.problems.length > 0 ? ` ${loaded.problems.slice(0, 3).join(' ')}` : '';
    notifications.show({
      message: `${loaded.file}: ${t('{authors, plural, one {# author} other {# authors}}', { authors: loaded.taken })}.${problems}`,
      autoClose: loaded.problems.length > 0 ? 20_000 : 6000,
    });
  } catch (error) {
    showFailure(error);
  }
}

async function saveReport(id: number): Promise<void> {
  try {
    const saved = await window.gantry.saveListReport({ batch_id: id });
    if (saved !== null) notifications.show({ message: t('The report was written to {file}.', { file: saved.file }) });
  } catch (error) {
    showFailure(error);
  }
}
