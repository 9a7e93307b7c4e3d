import { Button, Code, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TwoFactorSecret } from '../../../service/api/access/access-schemas.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useConfirmTwoFactor } from '../../api/two-factor.ts';
import { CodeField } from '../../components/code-field.tsx';
import { CopiedValue, CopyTextButton } from '../../components/copied-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { t } from '../../language/text.ts';

interface EnrolTwoFactorDialogProps {
  secret: TwoFactorSecret;
  onClose(): void;
}

/** Takes the secret into an authenticator app, proves it with a code, and shows the recovery codes once. */
export function EnrolTwoFactorDialog({ secret, onClose }: EnrolTwoFactorDialogProps) {
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const confirm = useConfirmTwoFactor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(code.trim());
  };
  const close = () => {
    // The recovery codes are shown only here, once there are some.
    if (confirm.isPending) return;
    if (confirm.isSuccess) void queries.invalidateQueries({ queryKey: queryKeys.account });
    onClose();
  };
  return (
    <Dialog
      onClose={close}
      title={t('Set up two-factor sign-in')}
      shownOnce={confirm.isSuccess}
      closeOnClickOutside={false}
    >
      {confirm.isSuccess ? (
        <RecoveryCodes codes={confirm.data.recovery_codes} onClose={close} />
      ) : (
        <form onSubmit={submit} data-testid="enrol-two-factor">
          <Stack gap="md">
            <Text>{t('Scan this with an authenticator app, then enter the code that it shows.')}</Text>
            <QrCode text={secret.otpauth_url} label={t('QR code with the secret for an authenticator app')} />
            <CopiedValue label={t('Secret')} value={secret.secret} />
            <CodeField
              description={t('Six digits')}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              data-autofocus
            />
            {confirm.isError && <ErrorNotice error={confirm.error} />}
            <DialogButtons>
              <Button variant="default" onClick={close} disabled={confirm.isPending}>
                {t('Cancel')}
              </Button>
              <Button type="submit" loading={confirm.isPending} disabled={code.trim() === ''}>
                {t('Switch on')}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Stack gap="md" data-testid="recovery-codes">
      <Text>
        {t(
          'Two-factor sign-in is on. Keep these recovery codes in a safe place: each works once in place of a code, and they are shown only here.',
        )}
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <DialogButtons>
        <CopyTextButton text={codes.join('\n')} what={t('Recovery codes')} />
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogButtons>
    </Stack>
  );
}
