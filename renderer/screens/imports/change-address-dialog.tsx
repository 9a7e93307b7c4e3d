import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Import } from '../../../service/api/imports/import-schemas.ts';
import { useBringUpToDate } from '../../api/imports.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { t } from '../../language/text.ts';
import { givenAddress } from './read-source.ts';

interface ChangeAddressDialogProps {
  owner: string;
  repo: string;
  record: Import;
  onClose(): void;
}

/** Another address for a source that moved. Nothing is lost by trying: what does not come through changes nothing. */
export function ChangeAddressDialog({ owner, repo, record, onClose }: ChangeAddressDialogProps) {
  const [address, setAddress] = useState(record.vcs_url);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const update = useBringUpToDate(owner, repo);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const split = givenAddress(address);
    const login = { username: split.username || username, password: split.password || password };
    const known = login.username !== '' || login.password !== '';
    update.mutate(
      {
        vcs_url: split.address,
        ...(known ? { vcs_username: login.username, vcs_password: login.password } : {}),
      },
      { onSuccess: onClose },
    );
  };
  const unchanged = address.trim() === '' || address.trim() === record.vcs_url;
  return (
    <Dialog onClose={onClose} title={t('The source moved')} size="lg">
      <form onSubmit={submit}>
        <Stack gap="md" data-testid="change-address">
          <Text>
            {t(
              'It must be the same history at another place. Where it is not, or nobody answers, the repository, its report and the address stay as they are. You can change back afterwards.',
            )}
          </Text>
          <TextInput
            label={t('Address of the source now')}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            data-autofocus
            spellCheck={false}
          />
          <Group gap="sm">
            <TextInput
              label={t('User name, if the server asks')}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoComplete="off"
              flex={1}
              miw={180}
            />
            <PasswordInput
              label={t('Password or token')}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              autoComplete="off"
              flex={1}
              miw={180}
            />
          </Group>
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Keep the address')}
            </Button>
            <Button type="submit" disabled={unchanged} loading={update.isPending}>
              {t('Bring up to date from there')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
