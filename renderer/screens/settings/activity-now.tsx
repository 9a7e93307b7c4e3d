import { Button, Stack, Text } from '@mantine/core';
import { useActivity } from '../../api/installation.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, percentText } from '../../components/number-words.ts';
import { timeText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

const kinds = {
  import: t('Import of'),
  export: t('Migration of'),
  restore: t('Restore of'),
  archive: t('work|Reading'),
  push: t('Push of'),
  check: t('Check of'),
} as const;

const folders: Record<string, string> = {
  repositories: t('repositories'),
  imports: t('fetched sources'),
  archives: t('archives'),
  exports: t('archives'),
  attachments: t('attachments'),
  repository_files: t('attachments'),
  inspections: t('opened archives'),
  backups: t('backups'),
  logs: t('logs'),
  damaged: t('put aside as damaged'),
};

/** Parts of the data folder as people call them, largest first. */
function partsOf(parts: readonly { name: string; bytes: number }[]): [name: string, bytes: number][] {
  const sums = new Map<string, number>();
  for (const { name, bytes } of parts) {
    const words = folders[name] ?? (/\.sqlite(-wal|-shm)?$/.test(name) ? t('databases') : t('other'));
    sums.set(words, (sums.get(words) ?? 0) + bytes);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Jobs, programs, what waits, and what the disk holds. */
export function ActivityNow() {
  const activity = useActivity();
  if (activity.isPending) return <Waiting>{t('Looking…')}</Waiting>;
  if (activity.isError) return <ErrorNotice error={activity.error} onRetry={() => void activity.refetch()} />;
  const { jobs, waiting, programs, disk, memory_bytes, uptime_seconds } = activity.data;
  const queue = [
    ...(waiting.listed_imports > 0
      ? [
          t('{listed_imports, plural, one {# import of a list} other {# imports of lists}}', {
            listed_imports: waiting.listed_imports,
          }),
        ]
      : []),
    ...(waiting.exports > 0
      ? [t('{migrations, plural, one {# migration} other {# migrations}}', { migrations: waiting.exports })]
      : []),
    ...(waiting.restores > 0
      ? [t('{restores, plural, one {# restore} other {# restores}}', { restores: waiting.restores })]
      : []),
    ...(waiting.deliveries > 0
      ? [
          t('{deliveries, plural, one {# message to a webhook} other {# messages to webhooks}}', {
            deliveries: waiting.deliveries,
          }),
        ]
      : []),
  ];
  return (
    <Stack gap="sm" data-testid="activity">
      {jobs.length === 0 ? (
        <Text>{t('Nothing runs at this moment.')}</Text>
      ) : (
        <EntryList label={t('What runs')}>
          {jobs.map(({ kind, name, status_text, percent }) => (
            <Entry
              key={`${kind} ${name}`}
              name={`${kinds[kind]} ${name}`}
              details={status_text}
              {...(percent === null ? {} : { aside: percentText(Math.floor(percent)) })}
            />
          ))}
        </EntryList>
      )}
      {programs.length > 0 && (
        <EntryList label={t('Programs')}>
          {programs.map(({ pid, command, seconds, memory_bytes: held }) => (
            <Entry
              key={pid}
              name={command}
              details={[
                t('Process {pid}', { pid }),
                ...(seconds === null ? [] : [t('for {seconds}', { seconds: timeText(seconds) })]),
                ...(held === null ? [] : [bytesText(held)]),
              ].join(' · ')}
            />
          ))}
        </EntryList>
      )}
      <Facts
        facts={[
          [t('Waiting'), queue.length === 0 ? t('Nothing') : queue.join(', ')],
          [
            t('Engine'),
            t('{memory_bytes} of memory, running for {uptime_seconds}', {
              memory_bytes: bytesText(memory_bytes),
              uptime_seconds: timeText(uptime_seconds),
            }),
          ],
          [
            t('Disk'),
            t('{free_bytes} free of {total_bytes}', {
              free_bytes: bytesText(disk.free_bytes),
              total_bytes: bytesText(disk.total_bytes),
            }),
          ],
          [
            t('Data folder'),
            partsOf(disk.parts)
              .map(([name, bytes]) => `${name} ${bytesText(bytes)}`)
              .join(', '),
          ],
        ]}
      />
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={activity.isFetching}
        onClick={() => void activity.refetch()}
      >
        {t('Look again')}
      </Button>
    </Stack>
  );
}
