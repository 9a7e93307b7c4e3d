import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Refused } from '../../api/one-after-another.ts';
import { useEmptyTrash, useReadTrash, useTakeBack, useTrash, useTrashCount } from '../../api/overview.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EntryRow, entryHeight } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { bytesText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { refusedText } from './refused-words.ts';

const mostVisibleRows = 8;

/** Repositories that were thrown away, until the trash is emptied; nothing while it is empty. */
export function TrashSection() {
  const repositories = useTrashCount().data ?? 0;
  const [opened, setOpened] = useState(false);
  const [emptying, setEmptying] = useState(false);
  // Those that are named by their number in the question, and none that came since.
  const read = useReadTrash();
  const empty = useEmptyTrash();
  if (repositories === 0) return null;
  const rows = read.data ?? [];
  const begin = () => {
    empty.reset();
    read.mutate(undefined, { onSuccess: () => setEmptying(true) });
  };
  const what = t('{repositories, plural, one {# repository} other {# repositories}}', { repositories });
  return (
    <details data-testid="trash" onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>{t('Trash: {what}', { what })}</summary>
      {opened && (
        <Stack gap="sm" pt="xs" align="stretch">
          <Thrown />
          <Button variant="default" style={{ alignSelf: 'flex-start' }} loading={read.isPending} onClick={begin}>
            {t('Empty the trash…')}
          </Button>
        </Stack>
      )}
      <ConfirmDialog
        opened={emptying}
        title={t('Empty the trash?')}
        text={t(
          '{repositories, plural, one {# repository and all that belongs to it is} other {# repositories and all that belongs to them are}} removed for good. Remotes and archives keep what they have.',
          { repositories: rows.length },
        )}
        confirmLabel={t('Empty the trash')}
        busy={empty.isPending}
        error={empty.error ?? refusal(empty.data ?? [])}
        onConfirm={() => empty.mutate(rows, { onSuccess: (refused) => setEmptying(refused.length > 0) })}
        onClose={() => setEmptying(false)}
      />
    </details>
  );
}

/** What is in it, drawn and asked for where it is seen. */
function Thrown() {
  const trash = useTrash();
  const back = useTakeBack();
  if (trash.isError) return <ErrorNotice error={trash.error} onRetry={() => void trash.refetch()} />;
  if (trash.rows === undefined) return <Waiting>{t('Reading your repositories…')}</Waiting>;
  return (
    <VirtualList
      label={t('Trash')}
      items={trash.rows}
      rowHeight={entryHeight}
      keyOf={({ id }) => id}
      empty=""
      mostRows={mostVisibleRows}
      onEnd={trash.more}
      testId="trash-list"
    >
      {({ id, full_name, deleted_at, size }) => (
        <EntryRow
          name={full_name}
          details={t('Thrown away {deleted_at} · {size}', {
            deleted_at: momentText(deleted_at),
            size: size === 0 ? t('empty') : bytesText(size),
          })}
        >
          <Button
            variant="default"
            flex="none"
            disabled={back.isPending}
            onClick={() => back.mutate(id)}
            aria-label={t('Take back {full_name}', { full_name })}
          >
            {t('Take back')}
          </Button>
        </EntryRow>
      )}
    </VirtualList>
  );
}

function refusal(refused: readonly Refused<{ full_name: string }>[]): Error | null {
  return refused.length === 0 ? null : new Error(refusedText(refused));
}
