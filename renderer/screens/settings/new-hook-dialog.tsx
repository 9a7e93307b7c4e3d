import { Button, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCreateHook } from '../../api/hooks.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';

/** Where to, in which form, and with which secret. */
export function NewHookDialog({ owner, onClose }: { owner: string; onClose(): void }) {
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [contentType, setContentType] = useState<'json' | 'form'>('json');
  const create = useCreateHook(owner);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ url: url.trim(), secret, content_type: contentType }, { onSuccess: onClose });
  };
  return (
    <Dialog onClose={onClose} title={t('New webhook of {owner}', { owner })}>
      <form onSubmit={submit} data-testid="new-hook">
        <Stack gap="md">
          <TextInput
            label={t('Address of the receiver')}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            spellCheck={false}
            data-autofocus
          />
          <PasswordInput
            label={t('Secret')}
            description={t(
              'Optional: the receiver checks with it that a delivery comes from here. It is stored encrypted.',
            )}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('Show the secret') }}
          />
          <SegmentedControl
            aria-label={t('Form of the body')}
            value={contentType}
            onChange={(value) => setContentType(value as 'json' | 'form')}
            data={[
              { value: 'json', label: 'JSON' },
              { value: 'form', label: t('Form field') },
            ]}
            style={{ alignSelf: 'flex-start' }}
          />
          {create.isError && <ErrorNotice error={create.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={create.isPending} disabled={url.trim() === ''}>
              {t('Create webhook')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
