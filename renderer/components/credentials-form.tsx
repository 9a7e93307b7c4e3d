import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';

export interface CredentialsValues {
  username: string;
  password: string;
}

interface CredentialsFormProps {
  /** Why credentials are asked: a sentence. */
  message: string;
  initial: CredentialsValues;
  submitLabel: string;
  busy: boolean;
  onSubmit(values: CredentialsValues): void;
}

/** Asks for a user name and a password, in place; nothing of it is stored. */
export function CredentialsForm({ message, initial, submitLabel, busy, onSubmit }: CredentialsFormProps) {
  const [username, setUsername] = useState(initial.username);
  const [password, setPassword] = useState('');
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const knownUsername = initial.username !== '';
  useEffect(() => (knownUsername ? passwordField : usernameField).current?.focus(), [knownUsername]);
  // After a refusal the password is most likely what was wrong: ready to be typed over.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) passwordField.current?.select();
    wasBusy.current = busy;
  }, [busy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ username, password });
  };
  return (
    <Alert color="yellow" variant="outline" icon={<IconLock size={18} aria-hidden />} data-testid="credentials">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text role="alert">{message}</Text>
          <Group align="flex-end" gap="sm">
            <TextInput
              ref={usernameField}
              label="User name"
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoComplete="off"
              w={200}
            />
            <PasswordInput
              ref={passwordField}
              label="Password or token"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="off"
              w={240}
            />
            <Button type="submit" loading={busy} disabled={username === '' && password === ''}>
              {submitLabel}
            </Button>
          </Group>
          <Text c="dimmed" size="xs">
            Kept in memory while the import needs it, and never written anywhere.
          </Text>
        </Stack>
      </form>
    </Alert>
  );
}
