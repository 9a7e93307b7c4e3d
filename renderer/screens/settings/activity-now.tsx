import { Button, Stack, Text } from '@mantine/core';
import { useActivity } from '../../api/installation.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { bytesText, countText } from '../../components/number-words.ts';
import { timeText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';

const kinds = {
  import: 'Import of',
  export: 'Migration of',
  restore: 'Restore of',
  archive: 'Reading',
  push: 'Push of',
  check: 'Check of',
} as const;

const folders: Record<string, string> = {
  repositories: 'repositories',
  imports: 'fetched sources',
  archives: 'archives',
  exports: 'archives',
  attachments: 'attachments',
  repository_files: 'attachments',
  inspections: 'opened archives',
  backups: 'backups',
  logs: 'logs',
  damaged: 'put aside as damaged',
};

/** Parts of the data folder as people call them, largest first. */
function partsOf(parts: readonly { name: string; bytes: number }[]): [name: string, bytes: number][] {
  const sums = new Map<string, number>();
  for (const { name, bytes } of parts) {
    const words = folders[name] ?? (/\.sqlite(-wal|-shm)?$/.test(name) ? 'databases' : 'other');
    sums.set(words, (sums.get(words) ?? 0) + bytes);
  }
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Jobs, programs, what waits, and what the disk holds. */
export function ActivityNow() {
  const activity = useActivity();
  if (activity.isPending) return <Waiting>Looking…</Waiting>;
  if (activity.isError) return <ErrorNotice error={activity.error} onRetry={() => void activity.refetch()} />;
  const { jobs, waiting, programs, disk, memory_bytes, uptime_seconds } = activity.data;
  const queue = [
    ...(waiting.listed_imports > 0 ? [countText(waiting.listed_imports, 'import of a list', 'imports of lists')] : []),
    ...(waiting.exports > 0 ? [countText(waiting.exports, 'migration')] : []),
    ...(waiting.restores > 0 ? [countText(waiting.restores, 'restore')] : []),
    ...(waiting.deliveries > 0 ? [countText(waiting.deliveries, 'message to a webhook', 'messages to webhooks')] : []),
  ];
  return (
    <Stack gap="sm" data-testid="activity">
      {jobs.length === 0 ? (
        <Text>Nothing runs at this moment.</Text>
      ) : (
        <EntryList label="What runs">
          {jobs.map(({ kind, name, status_text, percent }) => (
            <Entry
              key={`${kind} ${name}`}
              name={`${kinds[kind]} ${name}`}
              details={status_text}
              {...(percent === null ? {} : { aside: `${Math.floor(percent)}%` })}
            />
          ))}
        </EntryList>
      )}
      {programs.length > 0 && (
        <EntryList label="Programs">
          {programs.map(({ pid, command, seconds, memory_bytes: held }) => (
            <Entry
              key={pid}
              name={command}
              details={[
                `Process ${pid}`,
                ...(seconds === null ? [] : [`for ${timeText(seconds)}`]),
                ...(held === null ? [] : [bytesText(held)]),
              ].join(' · ')}
            />
          ))}
        </EntryList>
      )}
      <Facts
        facts={[
          ['Waiting', queue.length === 0 ? 'Nothing' : queue.join(', ')],
          ['Engine', `${bytesText(memory_bytes)} of memory, running for ${timeText(uptime_seconds)}`],
          ['Disk', `${bytesText(disk.free_bytes)} free of ${bytesText(disk.total_bytes)}`],
          [
            'Data folder',
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
        Look again
      </Button>
    </Stack>
  );
}
