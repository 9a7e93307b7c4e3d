import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { Import, ImportUpdate } from '../../../service/api/imports/import-schemas.ts';
import { useBringUpToDate } from '../../api/imports.ts';
import { useImportUpdates } from '../../api/overview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { errorPageOf } from '../../components/error-pages.ts';
import { statusWords, type Tone } from '../../components/import-words.ts';
import { MoreAbout } from '../../components/more-about.tsx';
import { Section } from '../../components/section.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { t } from '../../language/text.ts';
import { ChangeAddressDialog } from './change-address-dialog.tsx';
import { useBarredSource } from './folder-source.ts';
import { LastUpdateNotice } from './last-update-notice.tsx';
import classes from './updates-section.module.css';

const rowHeight = 46;
const mostRows = 6;

const states: Record<ImportUpdate['status'], { words: string; tone: Tone }> = {
  running: { words: t('Running'), tone: 'busy' },
  complete: { words: t('Came through'), tone: 'good' },
  failed: { words: t('Changed nothing'), tone: 'bad' },
  cancelled: { words: t('Stopped'), tone: 'quiet' },
  needs_confirmation: { words: t('Asked'), tone: 'attention' },
};

interface UpdatesSectionProps {
  owner: string;
  repo: string;
  record: Import;
}

/** Updates of a repository that was imported: the last result stays whatever they do, and each says what became of it. */
export function UpdatesSection({ owner, repo, record }: UpdatesSectionProps) {
  const updates = useImportUpdates(owner, repo);
  const update = useBringUpToDate(owner, repo);
  const barred = useBarredSource(record.vcs_url);
  const [changing, setChanging] = useState(false);
  const { previous_vcs_url: previous } = record;
  const updating = record.status !== 'complete';
  return (
    <Section
      title={t('Updates')}
      wide
      action={
        <Group gap="sm">
          <Button variant="default" disabled={updating} onClick={() => setChanging(true)}>
            {t('Change address…')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={15} aria-hidden />}
            loading={update.isPending}
            disabled={updating || barred !== null}
            onClick={() => update.mutate({})}
          >
            {t('Bring up to date')}
          </Button>
        </Group>
      }
    >
      <Stack gap="xs" data-testid="updates">
        {previous !== undefined && !updating && (
          <Group gap="sm" wrap="nowrap" data-testid="previous-address">
            <Text component="div" miw={0} c="dimmed">
              <Truncated text={t('The source was at {previous} before.', { previous })} />
            </Text>
            <Button
              variant="subtle"
              size="compact-xs"
              flex="none"
              loading={update.isPending}
              onClick={() => update.mutate({ vcs_url: previous })}
            >
              {t('Change back')}
            </Button>
          </Group>
        )}
        {record.last_update !== undefined && (
          <LastUpdateNotice
            owner={owner}
            repo={repo}
            vcs={record.vcs}
            layout={record.layout}
            last={record.last_update}
          />
        )}
        {updates.isError && <ErrorNotice error={updates.error} onRetry={() => void updates.refetch()} />}
        {updates.rows?.length === 0 && <Text c="dimmed">{t('It was not brought up to date yet.')}</Text>}
        {updates.rows !== undefined && updates.rows.length > 0 && (
          <VirtualList
            label={t('List of updates')}
            items={updates.rows}
            rowHeight={rowHeight}
            keyOf={({ id }) => id}
            empty=""
            mostRows={mostRows}
            onEnd={updates.more}
            testId="update-list"
          >
            {(row) => <UpdateRow update={row} record={record} />}
          </VirtualList>
        )}
      </Stack>
      {changing && <ChangeAddressDialog owner={owner} repo={repo} record={record} onClose={() => setChanging(false)} />}
    </Section>
  );
}

function UpdateRow({ update, record }: { update: ImportUpdate; record: Import }) {
  const { vcs_url: current, waiting_for_release: waits } = record;
  const { words, tone } = update.status === 'running' && waits ? statusWords(record) : states[update.status];
  const came =
    update.new_commits === null
      ? null
      : update.new_commits === 0
        ? t('Nothing new')
        : t('{new_commits, plural, one {# new commit} other {# new commits}}', { new_commits: update.new_commits });
  const from = update.vcs_url === current ? null : t('from {vcs_url}', { vcs_url: update.vcs_url });
  const details = [came, update.message, from].filter((part) => part !== null).join(' · ');
  return (
    <div className={classes.row} data-status={update.status}>
      <StateLabel words={words} tone={tone} state={update.status} testId="update-state" />
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Text component="div" size="xs" miw={0}>
          <Truncated text={details} lines={2} />
        </Text>
        {update.status === 'failed' && (
          <MoreAbout
            page={errorPageOf(update.failure)}
            about={t('the update of {started_at}', { started_at: momentText(update.started_at) })}
          />
        )}
      </Group>
      <Text component="span" size="xs" c="dimmed" className={classes.when}>
        {momentText(update.ended_at ?? update.started_at)}
        {update.started_by !== null && ` · ${update.started_by}`}
      </Text>
    </div>
  );
}
