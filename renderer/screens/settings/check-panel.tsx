import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useCancelCheck, useCheck, useStartCheck } from '../../api/installation.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { countText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';

type Check = NonNullable<ReturnType<typeof useCheck>['data']>;

/** Starts a check, shows how far it is, and what it found. */
export function CheckPanel() {
  const check = useCheck();
  const start = useStartCheck();
  const cancel = useCancelCheck();
  if (check.isPending) return <Waiting>Reading the last report…</Waiting>;
  if (check.isError) return <ErrorNotice error={check.error} onRetry={() => void check.refetch()} />;
  const running = check.data?.state === 'running';
  return (
    <Stack gap="sm" data-testid="check">
      {running ? (
        <>
          <Group gap="sm" wrap="nowrap">
            <Progress value={check.data?.percent ?? 0} flex={1} size={8} aria-label="Progress of the check" />
            <Button variant="default" flex="none" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {check.data?.status_text}
          </Text>
        </>
      ) : (
        <Button style={{ alignSelf: 'flex-start' }} loading={start.isPending} onClick={() => start.mutate()}>
          Check now
        </Button>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
      {check.data != null && <Report check={check.data} />}
    </Stack>
  );
}

function Report({ check }: { check: Check }) {
  const { problems, problems_count, finished_at } = check;
  return (
    <Stack gap="xs">
      <Text role="status" data-testid="check-verdict">
        {verdictOf(check)}
      </Text>
      {check.checked !== null && check.checked.skipped.length > 0 && (
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Not read, as work on them ran: {check.checked.skipped.join(', ')}.
        </Text>
      )}
      {problems.length > 0 && (
        <EntryList label="Problems">
          {problems.map(({ name, text }) => (
            <Entry key={`${name} ${text}`} name={name} details={text} />
          ))}
        </EntryList>
      )}
      {problems_count > problems.length && (
        <Text c="dimmed">And {countText(problems_count - problems.length, 'more problem')}.</Text>
      )}
      {finished_at !== null && <Text c="dimmed">Last check: {momentText(finished_at)}.</Text>}
    </Stack>
  );
}

function verdictOf({ state, problems_count, checked, status_text }: Check): string {
  const found = problems_count === 0 ? 'no problems' : countText(problems_count, 'problem');
  if (state === 'running') return `${found[0]?.toUpperCase()}${found.slice(1)} so far.`;
  if (state === 'cancelled') return `Cancelled; ${found} until then.`;
  if (state === 'failed') return `The check ended early, with ${found}: ${status_text}`;
  const read =
    checked === null
      ? ''
      : ` ${countText(checked.repositories, 'repository', 'repositories')}, ${countText(checked.archives, 'archive')} and ${countText(checked.databases, 'database')} were read.`;
  return `${problems_count === 0 ? 'All is well' : `${found} found`}.${read}`;
}
