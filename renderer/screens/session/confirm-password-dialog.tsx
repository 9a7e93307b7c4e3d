import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { usePasswordQuestion } from '../../api/password-question.ts';
import { refusalOf, useConfirmPassword } from '../../api/session.ts';
import { CodeField } from '../../components/code-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';

/** Asks for the password again, when the engine wants it for what is about to be done. */
export function ConfirmPasswordDialog({ login }: { login: string }) {
  const { asked, answer } = usePasswordQuestion();
  return (
    <Dialog
      opened={asked}
      onClose={() => answer(false)}
      title={t('Confirm your password')}
      // Above the dialog whose request asks.
      zIndex={300}
    >
      <ConfirmPasswordForm login={login} onAnswer={answer} />
    </Dialog>
  );
}

interface ConfirmPasswordFormProps {
  login: string;
  onAnswer(confirmed: boolean): void;
}

function ConfirmPasswordForm({ login, onAnswer }: ConfirmPasswordFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const confirm = useConfirmPassword();
  const refusal = refusalOf(confirm.data);
  const codeNeeded = refusal?.code_needed ?? false;
  const passwordField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal !== null) (refusal.code_needed ? codeField : passwordField).current?.select();
  }, [refusal]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate(
      { password, otp: codeNeeded && code !== '' ? code.trim() : null },
      { onSuccess: ({ accepted }) => accepted && onAnswer(true) },
    );
  };
  return (
    <form onSubmit={submit} data-testid="confirm-password">
      <Stack gap="md">
        <Text>{t('Accounts, tokens, applications and two-factor sign-in ask for it. It counts for 15 minutes.')}</Text>
        <PasswordInput
          ref={passwordField}
          label={t('Password of {login}', { login })}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          data-autofocus
        />
        {codeNeeded && (
          <CodeField ref={codeField} value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        )}
        {refusal !== null && <ErrorNotice error={new Error(refusal.message)} page="errors/refused" />}
        {confirm.isError && <ErrorNotice error={confirm.error} />}
        <DialogButtons>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t('Not now')}
          </Button>
          <Button type="submit" loading={confirm.isPending} disabled={password === ''}>
            {t('Confirm')}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
