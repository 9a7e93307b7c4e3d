import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useCancelCheck, useCheck, useStartCheck } from '../../api/installation.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

type Check = NonNullable<ReturnType<typeof useCheck>['data']>;

/** Starts a check, shows how far it is, and what it found. */
export function CheckPanel() {
  const check = useCheck();
  const start = useStartCheck();
  const cancel = useCancelCheck();
  if (check.isPending) return <Waiting>{t('Reading the last report…')}</Waiting>;
  if (check.isError) return <ErrorNotice error={check.error} onRetry={() => void check.refetch()} />;
  const running = check.data?.state === 'running';
  return (
    <Stack gap="sm" data-testid="check">
      {running ? (
        <>
          <Group gap="sm" wrap="nowrap">
            <Progress value={check.data?.percent ?? 0} flex={1} size={8} aria-label={t('Progress of the check')} />
            <Button variant="default" flex="none" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('Cancel')}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {check.data?.status_text ?? ''}
          </Text>
        </>
      ) : (
        <Button style={{ alignSelf: 'flex-start' }} loading={start.isPending} onClick={() => start.mutate()}>
          {t('Check now')}
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
          {t('Not read, as work on them ran: {skipped}.', { skipped: check.checked.skipped.join(', ') })}
        </Text>
      )}
      {problems.length > 0 && (
        <EntryList label={t('Problems')}>
          {problems.map(({ name, text }) => (
            <Entry key={`${name} ${text}`} name={name} details={text} />
          ))}
        </EntryList>
      )}
      {problems_count > problems.length && (
        <Text c="dimmed">
          {t('And {problems_count, plural, one {# more problem} other {# more problems}}.', {
            problems_count: problems_count - problems.length,
          })}
        </Text>
      )}
      {finished_at !== null && (
        <Text c="dimmed">{t('Last check: {finished_at}.', { finished_at: momentText(finished_at) })}</Text>
      )}
    </Stack>
  );
}

function verdictOf({ state, problems_count, checked, status_text }: Check): string {
  const problems = problems_count;
  switch (state) {
    case 'running':
      return t('{problems, plural, =0 {No problems} one {# problem} other {# problems}} so far.', { problems });
    case 'cancelled':
      return t('Cancelled; {problems, plural, =0 {no problems} one {# problem} other {# problems}} until then.', {
        problems,
      });
    case 'failed':
      return t(
        'The check ended early, with {problems, plural, =0 {no problems} one {# problem} other {# problems}}: {status_text}',
        { problems, status_text },
      );
  }
  const found = t('{problems, plural, =0 {All is well} one {# problem found} other {# problems found}}.', { problems });
  return checked === null
    ? found
    : `${found} ${t(
        '{repositories, plural, one {# repository} other {# repositories}}, {archives, plural, one {# archive} other {# archives}} and {databases, plural, one {# database} other {# databases}} were read.',
        { repositories: checked.repositories, archives: checked.archives, databases: checked.databases },
      )}`;
}
