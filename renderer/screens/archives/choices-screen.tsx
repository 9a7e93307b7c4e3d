import { Anchor, Button, Group, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type ChangedChoice, useChangeChoices, useChoices, useInspection } from '../../api/inspections.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useStartRestore } from '../../api/restores.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { Page } from '../../components/page.tsx';
import { StepRail } from '../../components/step-rail.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useInspectionView } from '../../stores/inspection-view.ts';
import classes from './choice-row.module.css';
import { ChoiceRow } from './choice-row.tsx';
import { restoreSteps } from './restore-steps.ts';
import { SearchField, useSearch } from './search-field.tsx';

const rowHeight = 62;

/** What a restore shall do with each user, organization and repository of an archive. */
export function ChoicesScreen() {
  const { id: text } = useParams({ from: '/archives/$id/restore' });
  const id = Number(text);
  const inspection = useInspection(id);
  const { typed, search, setTyped } = useSearch();
  const [conflictsOnly, setConflictsOnly] = useState(false);
  const list = useChoices(id, search, conflictsOnly);
  const change = useChangeChoices(id);
  const showProblems = useInspectionView((view) => view.show);
  const saving = useRef(new Set<Promise<unknown>>());
  const save = (choice: ChangedChoice) => {
    const saved = change.mutateAsync([choice]);
    const forget = () => void saving.current.delete(saved);
    saving.current.add(saved);
    saved.then(forget, forget);
  };
  if (inspection.isPending) return <Waiting>{t('Opening the archive…')}</Waiting>;
  if (inspection.isError) {
    return (
      <Page title={t('Archives')}>
        <ErrorNotice error={inspection.error} onRetry={() => void inspection.refetch()} />
      </Page>
    );
  }
  return (
    <Page title={t('Restore an archive')} fill actions={<TableFiles id={id} />}>
      <StepRail label={t('Steps of the restore')} steps={restoreSteps} current={0} />
      <Text c="dimmed" maw={760}>
        {t(
          'Names that are taken here are conflicts: use what is here, take another name, or leave it out. Nothing is changed until the restore starts, and then all of it arrives or nothing does.',
        )}
      </Text>
      {inspection.data.problems_count > 0 && (
        <Group gap={6} data-testid="archive-problems">
          <Text>
            {t('{problems, plural, one {# problem was} other {# problems were}} found in this archive.', {
              problems: inspection.data.problems_count,
            })}
          </Text>
          <Anchor component={Link} to={`/archives/${id}`} onClick={() => showProblems(id, { tab: 'problems' })}>
            {t('Show the problems')}
          </Anchor>
        </Group>
      )}
      <Group gap="md">
        <SearchField label={t('Search names')} value={typed} onChange={setTyped} />
        <Switch
          label={t('Only conflicts')}
          checked={conflictsOnly}
          onChange={(event) => setConflictsOnly(event.currentTarget.checked)}
        />
        {list.data && (
          <Text c="dimmed" size="xs" role="status">
            {conflictsOnly
              ? t('{conflicts, plural, one {# conflict} other {# conflicts}}', { conflicts: list.total })
              : t('{entries, plural, one {# entry} other {# entries}}', { entries: list.total })}
          </Text>
        )}
      </Group>
      {change.isError && <ErrorNotice error={change.error} />}
      {list.isPending && <Waiting>{t('Comparing the names…')}</Waiting>}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <div className={classes.list}>
          <VirtualList
            label={t('What is restored')}
            items={list.rows}
            rowHeight={rowHeight}
            keyOf={(choice) => `${choice.model_name} ${choice.source}`}
            empty={conflictsOnly ? t('No conflicts: every name is free here.') : t('Nothing matches.')}
            onEnd={list.more}
            testId="restore-choices"
          >
            {(choice) => <ChoiceRow choice={choice} onChange={save} />}
          </VirtualList>
        </div>
      )}
      <StartRestore id={id} saved={() => Promise.all(saving.current)} />
    </Page>
  );
}

interface StartRestoreProps {
  id: number;
  /** Resolves when what was chosen is kept. @throws what was refused */
  saved(): Promise<unknown>;
}

function StartRestore({ id, saved }: StartRestoreProps) {
  const start = useStartRestore();
  const navigate = useNavigate();
  const begin = () =>
    start.mutate(id, {
      onSuccess: (restore) => void navigate({ to: '/archives/restores/$id', params: { id: `${restore.id}` } }),
    });
  return (
    <>
      {start.isError && <ErrorNotice error={start.error} />}
      <Group gap="sm">
        <Anchor component={Link} to={`/archives/${id}`}>
          {t('Back to the archive')}
        </Anchor>
        <Button
          loading={start.isPending}
          // A field that is left by this click is being saved; what is refused stands above, and nothing starts.
          onClick={() => void saved().then(begin, () => undefined)}
        >
          {t('Start restore')}
        </Button>
      </Group>
    </>
  );
}

/** The table as a file: to fill in elsewhere, or to use again. */
function TableFiles({ id }: { id: number }) {
  const queries = useQueryClient();
  const load = async () => {
    const loaded = await window.gantry.loadRestoreChoices({ inspection_id: id });
    if (loaded === null) return;
    await queries.invalidateQueries({ queryKey: queryKeys.choices(id) });
    const message = t(
      '{choices, plural, one {# choice} other {# choices}} of {file} taken over{lines, plural, =0 {} one {, # line about names that the archive does not hold} other {, # lines about names that the archive does not hold}}.',
      { choices: loaded.matched, file: loaded.file, lines: loaded.unmatched },
    );
    notifications.show({
      message: [message, ...loaded.problems.slice(0, 5)].join(' '),
      ...(loaded.problems.length > 0 ? { color: 'red', autoClose: false } : {}),
    });
  };
  const save = async () => {
    const saved = await window.gantry.saveRestoreChoices({ inspection_id: id });
    if (saved !== null) notifications.show({ message: t('The table was saved as {file}.', { file: saved.file }) });
  };
  const attempt = (work: Promise<void>) => void work.catch(showFailure);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="default" onClick={() => attempt(load())}>
        {t('Load CSV…')}
      </Button>
      <Button variant="default" onClick={() => attempt(save())}>
        {t('Save CSV…')}
      </Button>
    </Group>
  );
}
