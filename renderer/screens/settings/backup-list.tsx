import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useBackups } from '../../api/installation.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { bytesText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

const reasons = {
  daily: t('Daily copy'),
  upgrade: t('Before a change of the layout'),
  replaced: t('Replaced by a backup'),
} as const;

const contents: Record<string, string> = {
  gantry: t('Accounts, imports, migrations and settings'),
  records: t('Issues and the like of restored archives'),
};

/** Copies of the databases; each can be put back, for which Gantry starts again. */
export function BackupList() {
  const backups = useBackups();
  const [asked, setAsked] = useState<{ name: string; made_at: string } | null>(null);
  const restore = useMutation({
    meta: shownInPlace,
    mutationFn: (name: string) => window.gantry.restoreBackup({ name }),
  });
  if (backups.isPending) return <Waiting>{t('Reading the folder of backups…')}</Waiting>;
  if (backups.isError) return <ErrorNotice error={backups.error} onRetry={() => void backups.refetch()} />;
  if (backups.data.length === 0)
    return <Text c="dimmed">{t('There are none yet; the first is made a minute after a start.')}</Text>;
  return (
    <Stack gap="sm" data-testid="backups">
      <EntryList label={t('Backups')}>
        {backups.data.map(({ name, database, kind, made_at, size }) => (
          <Entry
            key={name}
            name={momentText(made_at)}
            details={`${contents[database] ?? database} · ${reasons[kind]}`}
            aside={bytesText(size)}
          >
            <Button
              variant="default"
              flex="none"
              aria-label={t('Restore the backup of {made_at}, {database}', { made_at: momentText(made_at), database })}
              onClick={() => setAsked({ name, made_at })}
            >
              {t('Restore…')}
            </Button>
          </Entry>
        ))}
      </EntryList>
      <ConfirmDialog
        opened={asked !== null}
        title={t('Restore this backup?')}
        text={t(
          'Gantry ends and starts again with its state of {made_at}. What is there now goes among the backups. Repositories stay; those that were made since are offered for adoption here.',
          { made_at: momentText(asked?.made_at ?? new Date(0).toISOString()) },
        )}
        confirmLabel={t('Restore and start again')}
        busy={restore.isPending}
        error={restore.error}
        onClose={() => setAsked(null)}
        onConfirm={() => restore.mutate(asked?.name ?? '')}
      />
    </Stack>
  );
}
