import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../service/api/access/access-schemas.ts';
import { useChangeSettings } from '../../api/settings.ts';
import { CopiedValue } from '../../components/copied-value.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';

const highestPort = 65_535;

/** The switch, the port and the address of the server. */
export function LoopbackServer({ loopback }: { loopback: Settings['loopback'] }) {
  const change = useChangeSettings();
  const [port, setPort] = useState(loopback.port === 0 ? '' : `${loopback.port}`);
  const number = port.trim() === '' ? 0 : Number(port);
  const possible = Number.isInteger(number) && number >= 0 && number <= highestPort;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ loopback: { port: number } });
  };
  return (
    <Stack gap="sm" data-testid="loopback">
      <Switch
        label={t('Answer programs on this machine')}
        checked={loopback.enabled}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ loopback: { enabled: event.currentTarget.checked } })}
      />
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput
            label={t('Port')}
            placeholder={t('Any free one')}
            inputMode="numeric"
            value={port}
            onChange={(event) => setPort(event.currentTarget.value)}
            error={possible ? undefined : t('A number up to {highestPort}.', { highestPort })}
            w={140}
          />
          <Button type="submit" variant="default" disabled={!possible || number === loopback.port}>
            {t('Use this port')}
          </Button>
        </Group>
      </form>
      {loopback.base_url !== null && <CopiedValue label={t('Base address')} value={loopback.base_url} />}
      {loopback.error !== null && (
        <ErrorNotice
          error={new Error(loopback.error)}
          page="errors/in-the-way"
          title={t('The server does not listen')}
        />
      )}
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
