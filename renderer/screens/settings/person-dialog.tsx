import { Button, Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAddPerson, useSetPassword } from '../../api/people.ts';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { generatePassword } from './generated-password.ts';
import { isWhole, NewPasswordFields, useNewPassword } from './new-password-fields.tsx';

/** Makes an account: its login, where mail reaches the person, a password. */
export function AddPersonDialog({ onClose }: { onClose(): void }) {
  const add = useAddPerson();
  const [login, setLogin] = useState('');
  const [email, setEmail] = useState('');
  const choice = usePasswordChoice();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = login.trim();
    if (name === '' || !choice.ready) return;
    const address = email.trim();
    const password = choice.take();
    add.mutate({ login: name, password, ...(address === '' ? {} : { email: address }) }, { onSuccess: choice.done });
  };
  if (choice.given !== null) {
    return (
      <PasswordGiven
        title={t('{login} can sign in', { login: login.trim() })}
        login={login.trim()}
        password={choice.given}
        note={t('A new account belongs to no organization. Owners add it in General, Members.')}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog onClose={add.isPending ? () => undefined : onClose} title={t('Add a person')}>
      <form onSubmit={submit} data-testid="add-person">
        <Stack gap="md">
          <TextInput
            label={t('Login')}
            description={t('Letters, digits and single hyphens, at most 39')}
            value={login}
            readOnly={add.isPending}
            onChange={(event) => setLogin(event.currentTarget.value)}
            maxLength={39}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <TextInput
            label={t('E-mail address')}
            description={t('Optional')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordChoice choice={choice} />
          {add.isError && <ErrorNotice error={add.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={add.isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={add.isPending} disabled={login.trim() === '' || !choice.ready}>
              {t('Add person')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Gives another account a password. */
export function SetPasswordDialog({ login, onClose }: { login: string; onClose(): void }) {
  const set = useSetPassword(login);
  const [revoke, setRevoke] = useState(false);
  const choice = usePasswordChoice();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice.ready) set.mutate({ password: choice.take(), revoke_tokens: revoke }, { onSuccess: choice.done });
  };
  if (choice.given !== null) {
    return (
      <PasswordGiven
        title={t('{login} has a new password', { login })}
        login={login}
        password={choice.given}
        note={t('The person can change it in Settings, Security.')}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      onClose={set.isPending ? () => undefined : onClose}
      title={
        <span style={{ overflowWrap: 'anywhere', lineHeight: 1.3 }}>{t('Set the password of {login}', { login })}</span>
      }
    >
      <form onSubmit={submit} data-testid="set-password">
        <Stack gap="md">
          <Text>
            {t(
              'The old password stops working at once, and a window that is open for the account is locked. Two-factor sign-in stays as it is.',
            )}
          </Text>
          <PasswordChoice choice={choice} />
          <Checkbox
            label={t('Delete its tokens as well')}
            description={t(
              'When somebody else may have had the account. Programs that use them can no longer sign in.',
            )}
            checked={revoke}
            onChange={(event) => setRevoke(event.currentTarget.checked)}
          />
          {set.isError && <ErrorNotice error={set.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={set.isPending}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={set.isPending} disabled={!choice.ready}>
              {t('Set password')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A password of one's choice, or one that is made and shown once. */
function usePasswordChoice() {
  const [generated, setGenerated] = useState(true);
  const [entered, setEntered] = useNewPassword();
  /** The one that was made and sent, or '' where one was entered. */
  const [sent, setSent] = useState('');
  const [accepted, setAccepted] = useState(false);
  return {
    generated,
    setGenerated,
    entered,
    setEntered,
    ready: generated || isWhole(entered),
    /** The password to send. */
    take: () => {
      const made = generatePassword();
      setSent(generated ? made : '');
      return generated ? made : entered.first;
    },
    done: () => setAccepted(true),
    /** Once it was accepted: the one that was made, or '' for one that was entered. What is chosen meanwhile changes nothing. */
    given: accepted ? sent : null,
  };
}

function PasswordChoice({ choice }: { choice: ReturnType<typeof usePasswordChoice> }) {
  return (
    <>
      <SegmentedControl
        aria-label={t('Which password')}
        value={choice.generated ? 'generated' : 'entered'}
        onChange={(value) => choice.setGenerated(value === 'generated')}
        data={[
          { value: 'generated', label: t('Make a password') },
          { value: 'entered', label: t('Enter a password') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {choice.generated ? (
        <Text c="dimmed">{t('It is shown once, when the account has it.')}</Text>
      ) : (
        <NewPasswordFields value={choice.entered} onChange={choice.setEntered} />
      )}
    </>
  );
}

interface PasswordGivenProps {
  title: string;
  login: string;
  /** Empty where it was entered: whoever did knows it. */
  password: string;
  note: string;
  onClose(): void;
}

/** What there is to hand on, the only time it is shown. */
function PasswordGiven({ title, login, password, note, onClose }: PasswordGivenProps) {
  return (
    <Dialog
      onClose={onClose}
      title={<span style={{ overflowWrap: 'anywhere', lineHeight: 1.3 }}>{title}</span>}
      shownOnce={password !== ''}
    >
      <Stack gap="md" data-testid="password-given">
        {password !== '' && (
          <>
            <Text>{t('Hand both on now: the password is shown only here.')}</Text>
            <CopiedValue label={t('Login')} value={login} />
            <CopiedValue label={t('Password')} value={password} takesKeyboard />
          </>
        )}
        <Text c="dimmed">{note}</Text>
        <DialogButtons>
          <Button onClick={onClose} data-autofocus={password === '' || undefined}>
            {t('Done')}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
