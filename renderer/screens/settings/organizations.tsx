import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCreateOrganization, useOwners } from '../../api/repositories.ts';
import { sentenceOf } from '../../api/request.ts';
import { t } from '../../language/text.ts';
import { OrganizationDialog } from './organization-dialog.tsx';

/** The account, its organizations, and a way to add one. */
export function Organizations() {
  const owners = useOwners();
  const create = useCreateOrganization();
  const [login, setLogin] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(login.trim(), { onSuccess: () => setLogin('') });
  };
  if (!owners.data) return null;
  return (
    <Stack gap="xs">
      <Text>
        {owners.data.account} <span style={{ color: 'var(--mantine-color-dimmed)' }}>{t('(your account)')}</span>
      </Text>
      {owners.data.organizations.map((organization) => (
        <Group key={organization} gap="sm">
          <Text>{organization}</Text>
          <Button
            variant="default"
            size="compact-xs"
            aria-label={t('Members of {organization}', { organization })}
            onClick={() => setShown(organization)}
          >
            {t('Members…')}
          </Button>
        </Group>
      ))}
      <form onSubmit={submit}>
        <Group align="flex-start" gap="sm">
          <TextInput
            aria-label={t('New organization')}
            placeholder={t('New organization')}
            value={login}
            onChange={(event) => setLogin(event.currentTarget.value)}
            error={create.isError ? sentenceOf(create.error) : undefined}
            w={240}
          />
          <Button type="submit" variant="default" disabled={login.trim() === ''} loading={create.isPending}>
            {t('Add')}
          </Button>
        </Group>
      </form>
      {shown !== null && <OrganizationDialog login={shown} onClose={() => setShown(null)} />}
    </Stack>
  );
}
