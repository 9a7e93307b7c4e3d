import { Alert, Button, Checkbox, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRememberedCredentials } from '../api/credentials.ts';
import { t } from '../language/text.ts';
import { errorPageOf } from './error-pages.ts';
import { MoreAbout } from './more-about.tsx';

export interface CredentialsValues {
  username: string;
  password: string;
  /** Whether the keychain is to keep them. */
  remember: boolean;
}

interface CredentialsFormProps {
  /** Why credentials are asked: a sentence. */
  message: string;
  /** Key of the failure that the sentence says. */
  failure?: string | null | undefined;
  initial: Pick<CredentialsValues, 'username'>;
  /** A Team Foundation server: it takes a token alone, or a Windows account. */
  tokenOrWindows?: boolean;
  submitLabel: string;
  busy: boolean;
  onSubmit(values: CredentialsValues): void;
}

/** Asks for a user name and a password, in place; the keychain keeps them only when a person says so. */
export function CredentialsForm({
  message,
  failure,
  initial,
  tokenOrWindows = false,
  submitLabel,
  busy,
  onSubmit,
}: CredentialsFormProps) {
  const [username, setUsername] = useState(initial.username);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [windows, setWindows] = useState(initial.username.includes('\\'));
  const tokenOnly = tokenOrWindows && !windows;
  const keychain = useRememberedCredentials().data;
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const knownUsername = initial.username !== '' || tokenOnly;
  useEffect(() => (knownUsername ? passwordField : usernameField).current?.focus(), [knownUsername]);
  // After a refusal the password is most likely what was wrong: ready to be typed over.
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy) passwordField.current?.select();
    wasBusy.current = busy;
  }, [busy]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ username: windows ? windowsName(username) : username, password, remember });
  };
  return (
    <Alert color="yellow" variant="outline" icon={<IconLock size={18} aria-hidden />} data-testid="credentials">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Group gap="xs" align="baseline">
            <Text role="alert">{message}</Text>
            <MoreAbout page={errorPageOf(failure ?? 'credentials.login_needed')} />
          </Group>
          {tokenOrWindows && (
            <SegmentedControl
              aria-label={t('Sign in with')}
              data={[
                { value: 'token', label: t('Access token') },
                { value: 'windows', label: t('Windows account') },
              ]}
              value={windows ? 'windows' : 'token'}
              onChange={(value) => setWindows(value === 'windows')}
              size="xs"
              style={{ alignSelf: 'flex-start' }}
            />
          )}
          <Group align="flex-end" gap="sm">
            <TextInput
              ref={usernameField}
              label={tokenOnly ? t('User name (may stay empty)') : windows ? t('Windows account') : t('User name')}
              {...(windows ? { placeholder: 'DOMAIN\\name' } : {})}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoComplete="off"
              w={200}
            />
            <PasswordInput
              ref={passwordField}
              label={tokenOnly ? t('Personal access token') : windows ? t('Password') : t('Password or token')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="off"
              w={240}
            />
            <Button
              type="submit"
              loading={busy}
              disabled={windows ? username === '' || password === '' : username === '' && password === ''}
            >
              {submitLabel}
            </Button>
          </Group>
          {keychain?.available === true && (
            <Checkbox
              label={t('Remember in this machine’s keychain')}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          )}
          <Text c="dimmed" size="xs">
            {remember
              ? t('Used for this address alone. Settings, Security lists what is remembered.')
              : t('Kept in memory while it is needed, and never written anywhere.')}
            {keychain?.available === false && ` ${keychain.reason}`}
          </Text>
        </Stack>
      </form>
    </Alert>
  );
}

/** A backslash says that a name is a Windows account's; `.` stands for the server's own domain. */
function windowsName(name: string): string {
  return name.includes('\\') ? name : `.\\${name}`;
}
