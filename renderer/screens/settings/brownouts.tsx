import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../service/api/access/access-schemas.ts';
import { useChangeSettings } from '../../api/settings.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentText } from '../../components/time-words.ts';
import { t } from '../../language/text.ts';

/** Brownouts as they are planned, and a way to plan one. */
export function Brownouts({ brownouts }: { brownouts: Settings['brownouts'] }) {
  const change = useChangeSettings();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const planned = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), reason: reason.trim() };
    change.mutate(
      { brownouts: [...brownouts, planned] },
      {
        onSuccess: () => {
          setFrom('');
          setTo('');
          setReason('');
        },
      },
    );
  };
  return (
    <Stack gap="sm" data-testid="brownouts">
      {brownouts.length === 0 && <Text>{t('None is planned.')}</Text>}
      {brownouts.length > 0 && (
        <EntryList label={t('Planned brownouts')}>
          {brownouts.map((brownout) => (
            <Entry
              key={`${brownout.from} ${brownout.to} ${brownout.reason}`}
              name={`${momentText(brownout.from)} – ${momentText(brownout.to)}`}
              details={brownout.reason === '' ? t('No reason given') : brownout.reason}
            >
              <Button
                variant="default"
                flex="none"
                disabled={change.isPending}
                onClick={() => change.mutate({ brownouts: brownouts.filter((other) => other !== brownout) })}
              >
                {t('Remove')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput
            type="datetime-local"
            label={t('From')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('To')}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <TextInput
            label={t('Reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            flex={1}
            miw={160}
          />
          <Button type="submit" variant="default" disabled={from === '' || to === ''} loading={change.isPending}>
            {t('Plan')}
          </Button>
        </Group>
      </form>
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
