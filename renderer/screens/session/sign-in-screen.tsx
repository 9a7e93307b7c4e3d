import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { refusalOf, useSignIn } from '../../api/session.ts';
import { CodeField } from '../../components/code-field.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Mark } from '../../components/mark.tsx';
import { t } from '../../language/text.ts';
import { useHelpAbout } from '../../stores/desk.ts';
import classes from './sign-in-screen.module.css';

/** Signing in; with the login of a locked session only its password is asked for. */
export function SignInScreen({ locked }: { locked: string | null }) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useSignIn();
  const refusal = refusalOf(signIn.data);
  const codeNeeded = refusal?.code_needed ?? false;
  const loginField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => (locked === null ? loginField : passwordField).current?.focus(), [locked]);
  useHelpAbout('signing-in');
  // What was refused is ready to be typed over.
  useEffect(() => {
    if (refusal !== null) (refusal.code_needed ? codeField : passwordField).current?.select();
  }, [refusal]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ login: locked ?? login.trim(), password, otp: codeNeeded && code !== '' ? code.trim() : null });
  };
  return (
    <main className={classes.screen} data-testid="sign-in">
      <form onSubmit={submit} className={classes.form}>
        <Stack gap="md">
          <Stack gap={4}>
            <Mark size={48} />
            <h1 className={classes.title}>{locked === null ? t('Sign in') : t('Gantry is locked')}</h1>
            <Text c="dimmed">
              {locked === null
                ? t('With the login and password of an account of this installation.')
                : t('Signed in as {locked}. Imports go on while it is locked.', { locked })}
            </Text>
          </Stack>
          {locked === null && (
            <TextInput
              ref={loginField}
              label={t('Login')}
              value={login}
              onChange={(event) => setLogin(event.currentTarget.value)}
              autoComplete="username"
              spellCheck={false}
            />
          )}
          <PasswordInput
            ref={passwordField}
            label={t('Password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
          />
          {codeNeeded && (
            <CodeField ref={codeField} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
          )}
          {refusal !== null && <ErrorNotice error={new Error(refusal.message)} page="errors/refused" />}
          {signIn.isError && <ErrorNotice error={signIn.error} />}
          <Group gap="sm">
            <Button type="submit" loading={signIn.isPending} disabled={password === '' || (locked ?? login) === ''}>
              {locked === null ? t('Sign in') : t('Unlock')}
            </Button>
            {locked !== null && (
              <Button variant="subtle" onClick={() => void window.gantry.signOut()}>
                {t('Sign in as somebody else')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </main>
  );
}
