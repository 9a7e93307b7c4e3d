import { Button, Group, Modal, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCreateHook } from '../../api/hooks.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

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
    <Modal opened onClose={onClose} title={`New webhook of ${owner}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} data-testid="new-hook">
        <Stack gap="md">
          <TextInput
            label="Address of the receiver"
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            spellCheck={false}
            data-autofocus
          />
          <PasswordInput
            label="Secret"
            description="Optional: the receiver checks with it that a delivery comes from here. It is stored encrypted."
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
          />
          <SegmentedControl
            aria-label="Form of the body"
            value={contentType}
            onChange={(value) => setContentType(value as 'json' | 'form')}
            data={[
              { value: 'json', label: 'JSON' },
              { value: 'form', label: 'Form field' },
            ]}
            style={{ alignSelf: 'flex-start' }}
          />
          {create.isError && <ErrorNotice error={create.error} />}
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={url.trim() === ''}>
              Create webhook
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
