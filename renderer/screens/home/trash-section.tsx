import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Refused } from '../../api/one-after-another.ts';
import { useEmptyTrash, useTakeBack, useTrash } from '../../api/overview.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { bytesText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { t } from '../../language/text.ts';
import { refusedText } from './refused-words.ts';

/** Repositories that were thrown away, until the trash is emptied; nothing while it is empty. */
export function TrashSection() {
  const rows = useTrash().data ?? [];
  const [emptying, setEmptying] = useState(false);
  const back = useTakeBack();
  const empty = useEmptyTrash();
  if (rows.length === 0) return null;
  const begin = () => {
    empty.reset();
    setEmptying(true);
  };
  const what = t('{repositories, plural, one {# repository} other {# repositories}}', { repositories: rows.length });
  return (
    <details data-testid="trash">
      <summary>{t('Trash: {what}', { what })}</summary>
      <Stack gap="sm" pt="xs" align="stretch">
        <EntryList label={t('Trash')}>
          {rows.map(({ id, full_name, deleted_at, size }) => (
            <Entry
              key={id}
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
            </Entry>
          ))}
        </EntryList>
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={begin}>
          {t('Empty the trash…')}
        </Button>
      </Stack>
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

function refusal(refused: readonly Refused<{ full_name: string }>[]): Error | null {
  return refused.length === 0 ? null : new Error(refusedText(refused));
}
