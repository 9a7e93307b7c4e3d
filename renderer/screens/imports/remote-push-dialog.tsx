import { Button, Group, Modal, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { RemotePush } from '../../../service/api/schemas.ts';
import { useCancelRemotePush, useRemotePush, useStartRemotePush } from '../../api/remote-pushes.ts';
import { CredentialsForm } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { splitCredentials } from './source-address.ts';

interface RemotePushDialogProps {
  owner: string;
  repo: string;
  opened: boolean;
  onClose(): void;
}

/** Pushes the imported repository to any Git address. A running push goes on when the dialog is closed. */
export function RemotePushDialog({ owner, repo, opened, onClose }: RemotePushDialogProps) {
  const [address, setAddress] = useState('');
  const [id, setId] = useState<number | null>(null);
  const start = useStartRemotePush(owner, repo);
  const cancel = useCancelRemotePush(owner, repo);
  const push = useRemotePush(owner, repo, id).data;
  const begin = (text: string, username = '', password = '') => {
    const split = splitCredentials(text);
    setAddress(split.address);
    const credentials = { username: split.username || username, password: split.password || password };
    start.mutate(
      {
        remote_url: split.address,
        ...(credentials.username === '' ? {} : { username: credentials.username }),
        ...(credentials.password === '' ? {} : { password: credentials.password }),
      },
      { onSuccess: (started) => setId(started.id) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(address);
  };
  const running = push?.status === 'running';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Push to a remote"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md" data-testid="remote-push">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm" wrap="nowrap">
            <TextInput
              label="Address of an empty Git repository"
              placeholder="https://git.example.org/team/project.git"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              disabled={running}
              flex={1}
              data-autofocus
              spellCheck={false}
            />
            <Button type="submit" disabled={address.trim() === '' || running} loading={start.isPending}>
              Push
            </Button>
          </Group>
        </form>
        {start.isError && <ErrorNotice error={start.error} />}
        {push && (
          <PushState
            push={push}
            busy={start.isPending}
            onCredentials={(user, secret) => begin(address, user, secret)}
          />
        )}
        {running && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => cancel.mutate(push.id)} loading={cancel.isPending}>
              Stop pushing
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

interface PushStateProps {
  push: RemotePush;
  busy: boolean;
  onCredentials(username: string, password: string): void;
}

function PushState({ push, busy, onCredentials }: PushStateProps) {
  switch (push.status) {
    case 'running':
      return (
        <Stack gap={6}>
          <Progress value={push.percent} aria-label="Progress of the push" />
          <Text c="dimmed" truncate>
            {push.percent}% · {push.status_text}
          </Text>
        </Stack>
      );
    case 'auth_failed':
      return (
        <CredentialsForm
          message={push.message ?? 'The remote asks for a user name and a password.'}
          initial={{ username: '', password: '' }}
          submitLabel="Push with these"
          busy={busy}
          onSubmit={({ username, password }) => onCredentials(username, password)}
        />
      );
    case 'error':
      return <ErrorNotice error={new Error(push.message ?? push.status_text)} />;
    case 'cancelled':
      return <Text c="dimmed">The push was stopped.</Text>;
    case 'complete':
      return (
        <Group gap="xs" wrap="nowrap" role="status" data-testid="remote-push-complete">
          <IconCircleCheck size={18} color="var(--gantry-good)" aria-hidden />
          <Text data-selectable>Pushed to {push.remote_url}</Text>
        </Group>
      );
  }
}
