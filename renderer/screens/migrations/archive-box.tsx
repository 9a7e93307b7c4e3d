import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload, IconFileSearch, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DownloadProgress } from '../../../main/ipc/contract.ts';
import type { Migration } from '../../../service/api/migrations/migration-schemas.ts';
import { useOpenArchive } from '../../api/inspections.ts';
import { useActOnMigration } from '../../api/migrations.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopiedValue } from '../../components/copied-value.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { expiryWords } from '../../components/migration-words.ts';
import { bytesText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';

interface ArchiveBoxProps {
  migration: Migration;
  archive: NonNullable<Migration['archive']>;
}

/** The finished archive: how large, until when, its checksum, and what to do with it. */
export function ArchiveBox({ migration, archive }: ArchiveBoxProps) {
  if (archive.deleted_at !== null) {
    return (
      <Text c="dimmed" data-testid="archive-deleted">
        {t(
          'The archive ({size}) was deleted {deleted_at}. What the migration held stays listed here; start a new migration to get an archive again.',
          { size: bytesText(archive.size), deleted_at: momentText(archive.deleted_at) },
        )}
      </Text>
    );
  }
  return <PresentArchive migration={migration} archive={archive} />;
}

function PresentArchive({ migration, archive }: ArchiveBoxProps) {
  const now = useNow();
  const expiry = expiryWords(archive.expires_at, now);
  const isOver = Date.parse(archive.expires_at) <= now;
  const save = useSave(migration);
  const ownsInstallation = useOwnsInstallation();
  return (
    <Stack gap="md" data-testid="archive">
      {expiry.soon ? (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle size={18} aria-hidden />}>
          <Text>
            {t('The archive {words}.', { words: expiry.words })}{' '}
            {isOver
              ? t('If the clock of this machine is wrong, put it right: then the archive can be saved again.')
              : t('Save it where you want to keep it.')}
          </Text>
        </Alert>
      ) : (
        <Text c="dimmed">
          {t('{size}. It {words}, on {expires_at}.', {
            size: bytesText(archive.size),
            words: expiry.words,
            expires_at: momentText(archive.expires_at),
          })}
        </Text>
      )}
      <Lacks notes={archive.lacks?.notes ?? []} />
      <CopiedValue label="SHA-256" value={archive.sha256} />
      <Group gap="sm">
        <Button
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('Save…')}
        </Button>
        {ownsInstallation && <InspectArchive migration={migration} saved={save.data?.path ?? null} />}
        <DeleteArchive migration={migration} />
      </Group>
      {save.isPending && <SaveProgress migration={migration} total={archive.size} />}
      {save.isError && <ErrorNotice error={save.error} />}
      {save.data && (
        <Group gap="xs" wrap="nowrap" role="status" data-testid="archive-saved">
          <IconCircleCheck size={18} color="var(--gantry-good)" aria-hidden style={{ flex: 'none' }} />
          <Text flex="none">{t('Saved, with the same checksum:')}</Text>
          <Truncated text={save.data.path} keep="end" />
          <Button
            variant="subtle"
            flex="none"
            onClick={() => void window.gantry.showSavedArchive({ path: save.data?.path ?? '' })}
          >
            {t('Show')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Files that are named in the archive and not in it: whoever restores it will not have them. */
function Lacks({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      data-testid="archive-lacks"
    >
      <Text fw={600}>{t('What this archive lacks')}</Text>
      <List size="sm" spacing="xs" data-selectable>
        {notes.map((note) => (
          <List.Item key={note}>{note}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function useSave(migration: Migration) {
  return useMutation({
    meta: shownInPlace,
    mutationFn: () => window.gantry.saveArchive({ owner: migration.owner.login, migration_id: migration.id }),
  });
}

/** How much of the copy is written; a copy of a large archive can be stopped. */
function SaveProgress({ migration, total }: { migration: Migration; total: number }) {
  const [progress, setProgress] = useState<DownloadProgress | null>(null);
  useEffect(
    () =>
      window.gantry.onDownload((reading) => {
        if (reading.migration_id === migration.id) setProgress(reading);
      }),
    [migration.id],
  );
  if (progress === null) return null;
  const percent = Math.floor((100 * progress.bytes_done) / Math.max(total, 1));
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={percent} flex={1} size={8} aria-label={t('Progress of saving')} />
      <Text size="xs" c="dimmed" flex="none">
        {t('{bytes_done} of {total}', { bytes_done: bytesText(progress.bytes_done), total: bytesText(total) })}
      </Text>
      <Button
        variant="default"
        flex="none"
        onClick={() =>
          void window.gantry.stopSavingArchive({ owner: migration.owner.login, migration_id: migration.id })
        }
      >
        {t('Stop')}
      </Button>
    </Group>
  );
}

/** Looks into the copy that was just saved, else into the archive where it lies. */
function InspectArchive({ migration, saved }: { migration: Migration; saved: string | null }) {
  const open = useOpenArchive();
  const navigate = useNavigate();
  const inspect = () =>
    open.mutate(saved ?? { owner: migration.owner.login, migration_id: migration.id }, {
      onSuccess: (inspection) => void navigate({ to: '/archives/$id', params: { id: `${inspection.id}` } }),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconFileSearch size={15} aria-hidden />}
      loading={open.isPending}
      onClick={inspect}
    >
      {t('Look inside')}
    </Button>
  );
}

function DeleteArchive({ migration }: { migration: Migration }) {
  const [asked, setAsked] = useState(false);
  const act = useActOnMigration(migration.owner.login, migration.id);
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setAsked(true)}>
        {t('Delete archive')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('Delete this archive?')}
        text={t(
          'The file is removed from this installation. Copies that you saved elsewhere stay. What the migration held stays listed.',
        )}
        confirmLabel={t('Delete archive')}
        busy={act.isPending}
        error={act.error}
        onClose={() => setAsked(false)}
        onConfirm={() => act.mutate({ action: 'delete-archive' }, { onSuccess: () => setAsked(false) })}
      />
    </>
  );
}

const minute = 60_000;

/** The time, read again every minute: what counts down must go on doing so. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
}
