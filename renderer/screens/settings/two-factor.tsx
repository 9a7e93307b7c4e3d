import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { TwoFactorSecret } from '../../../service/api/access/access-schemas.ts';
import { useAccount, useBeginTwoFactor, useRemoveTwoFactor } from '../../api/two-factor.ts';
import { CodeField } from '../../components/code-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { EnrolTwoFactorDialog } from './enrol-two-factor-dialog.tsx';

/** Whether the account has a second factor, and the way to the other state. */
export function TwoFactor() {
  const account = useAccount();
  const begin = useBeginTwoFactor();
  const [secret, setSecret] = useState<TwoFactorSecret | null>(null);
  const [removing, setRemoving] = useState(false);
  if (account.isPending) return <Waiting>{t('Reading the account…')}</Waiting>;
  if (account.isError) return <ErrorNotice error={account.error} onRetry={() => void account.refetch()} />;
  const close = () => {
    setSecret(null);
    setRemoving(false);
    begin.reset();
  };
  return (
    <Stack gap="sm" align="flex-start" data-testid="two-factor">
      {account.data.two_factor_authentication ? (
        <>
          <Group gap="xs">
            <IconShieldCheck size={18} color="var(--gantry-good)" aria-hidden />
            <Text>{t('It is on.')}</Text>
          </Group>
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('Switch off…')}
          </Button>
        </>
      ) : (
        <>
          <Text>{t('It is off.')}</Text>
          <Button
            variant="default"
            loading={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: setSecret })}
          >
            {t('Set up…')}
          </Button>
        </>
      )}
      {begin.isError && <ErrorNotice error={begin.error} />}
      {secret !== null && <EnrolTwoFactorDialog secret={secret} onClose={close} />}
      {removing && <RemoveTwoFactorDialog onClose={close} />}
    </Stack>
  );
}

function RemoveTwoFactorDialog({ onClose }: { onClose(): void }) {
  const remove = useRemoveTwoFactor();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate(code.trim(), { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={t('Switch two-factor sign-in off')}>
      <form onSubmit={submit} data-testid="remove-two-factor">
        <Stack gap="md">
          <Text>{t('The password alone will then be enough. The recovery codes stop working.')}</Text>
          <CodeField value={code} onChange={(event) => setCode(event.currentTarget.value)} data-autofocus />
          {remove.isError && <ErrorNotice error={remove.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Keep it on')}
            </Button>
            <Button type="submit" color="red" loading={remove.isPending} disabled={code.trim() === ''}>
              {t('Switch off')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
