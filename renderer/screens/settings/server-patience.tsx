import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChangeNetwork } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useUnsaved } from '../../components/unsaved-changes.tsx';
import { t } from '../../language/text.ts';

/** Most minutes that can be entered: a day. */
const longestMinutes = 1440;

/** How long fetches and pushes wait for a server that went away. */
export function ServerPatience({ minutes }: { minutes: number }) {
  const change = useChangeNetwork();
  const [entered, setEntered] = useState<number | string>(minutes);
  const wanted = typeof entered === 'number' ? entered : minutes;
  useUnsaved(wanted !== minutes);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ wait_minutes: wanted });
  };
  return (
    <Stack gap="sm" data-testid="server-patience">
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <NumberInput
            label={t('Wait for the server, in minutes')}
            description={t('0 gives up at once.')}
            w={260}
            min={0}
            max={longestMinutes}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="strict"
            value={entered}
            onChange={setEntered}
          />
          <Button type="submit" variant="default" disabled={wanted === minutes} loading={change.isPending}>
            {t('Save')}
          </Button>
        </Group>
      </form>
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
