import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NewApplication } from '../../../service/api/access/access-schemas.ts';
import { useRegisterApplication } from '../../api/applications.ts';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';

interface RegisterApplicationDialogProps {
  onClose(): void;
  onRegistered(application: NewApplication): void;
}

export function RegisterApplicationDialog({ onClose, onRegistered }: RegisterApplicationDialogProps) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const register = useRegisterApplication();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    register.mutate({ name: name.trim(), url: url.trim() || null }, { onSuccess: onRegistered });
  };
  return (
    // The secret is shown only here, once it is made.
    <Dialog onClose={register.isPending ? () => undefined : onClose} title={t('Register application')}>
      <form onSubmit={submit} data-testid="register-application">
        <Stack gap="md">
          <TextInput
            label={t('Name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t('Address')}
            description={t('Optional: its home page')}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            spellCheck={false}
          />
          {register.isError && <ErrorNotice error={register.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={register.isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={register.isPending} disabled={name.trim() === ''}>
              {t('Register')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

interface NewApplicationDialogProps {
  application: NewApplication;
  onClose(): void;
}

/** Shows the secret of an application, the only time there is. */
export function NewApplicationDialog({ application, onClose }: NewApplicationDialogProps) {
  return (
    <Dialog onClose={onClose} title={t('{name} is registered', { name: application.name })} size="lg" shownOnce>
      <Stack gap="md" data-testid="new-application">
        <Text>{t('Copy the secret now: it is shown only here.')}</Text>
        <CopiedValue label={t('Client id')} value={application.client_id} />
        <CopiedValue label={t('Client secret')} value={application.client_secret} takesKeyboard />
        <DialogButtons>
          <Button onClick={onClose}>{t('Done')}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
