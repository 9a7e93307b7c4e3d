import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChangeOwnPassword } from '../../api/people.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { isWhole, NewPasswordFields, useNewPassword } from './new-password-fields.tsx';

/** The way to another password of one's own. */
export function OwnPassword() {
  const [changing, setChanging] = useState(false);
  const [changed, setChanged] = useState(false);
  return (
    <Group gap="sm" data-testid="own-password">
      <Button
        variant="default"
        onClick={() => {
          setChanged(false);
          setChanging(true);
        }}
      >
        {t('Change…')}
      </Button>
      <Text role="status">{changed && t('It is changed.')}</Text>
      {changing && (
        <ChangePasswordDialog
          onClose={() => setChanging(false)}
          onChanged={() => {
            setChanging(false);
            setChanged(true);
          }}
        />
      )}
    </Group>
  );
}

function ChangePasswordDialog({ onClose, onChanged }: { onClose(): void; onChanged(): void }) {
  const change = useChangeOwnPassword();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useNewPassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (current === '' || !isWhole(next)) return;
    change.mutate({ current_password: current, password: next.first }, { onSuccess: onChanged });
  };
  return (
    <Dialog onClose={onClose} title={t('Change your password')}>
      <form onSubmit={submit} data-testid="change-password">
        <Stack gap="md">
          <PasswordInput
            label={t('Current password')}
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            autoComplete="current-password"
            maxLength={1024}
            visibilityToggleButtonProps={{ 'aria-label': t('Show the current password') }}
            data-autofocus
          />
          <NewPasswordFields value={next} onChange={setNext} />
          {change.isError && <ErrorNotice error={change.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={current === '' || !isWhole(next)}>
              {t('Change password')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
