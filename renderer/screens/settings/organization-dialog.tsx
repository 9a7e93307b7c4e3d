import { Box, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, memo, useState } from 'react';
import type { Member } from '../../../service/api/access/access-schemas.ts';
import { useEnforceSingleSignOn, useMembers, useOrganization, useSetMember } from '../../api/organizations.ts';
import { useOwners } from '../../api/repositories.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

const rowHeight = 42;
const mostVisibleRows = 10;

const roles: { value: Member['role']; label: string }[] = [
  { value: 'admin', label: t('Owner') },
  { value: 'member', label: t('Member') },
];

/** Who belongs to an organization, and whether it enforces single sign-on. */
export function OrganizationDialog({ login, onClose }: { login: string; onClose(): void }) {
  const organization = useOrganization(login);
  const enforce = useEnforceSingleSignOn(login);
  const owners = useOwners();
  const owned = owners.data?.owned.includes(login) === true;
  const failed = organization.error ?? enforce.error;
  return (
    <Dialog onClose={onClose} title={login} size="lg">
      <Stack gap="md" data-testid="organization">
        <Switch
          label={t('Enforce single sign-on')}
          description={t('Tokens made with a password can then not reach the organization.')}
          checked={organization.data?.saml_enforced ?? false}
          disabled={!owned || !organization.isSuccess || enforce.isPending}
          onChange={(event) => enforce.mutate(event.currentTarget.checked)}
        />
        {failed !== null && <ErrorNotice error={failed} />}
        {owners.isSuccess && !owned && (
          <Text c="dimmed">
            {t('You are a member of {login}. Its owners decide this, and who belongs to it.', { login })}
          </Text>
        )}
        {owners.isSuccess && (
          <Members organization={login} account={owners.data.account} owned={owned} onLeft={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

interface MembersProps {
  organization: string;
  /** Login of whoever looks. */
  account: string;
  /** Whether that one may change who belongs to it. */
  owned: boolean;
  onLeft(): void;
}

function Members({ organization, account, owned, onLeft }: MembersProps) {
  const members = useMembers(organization);
  const set = useSetMember(organization);
  const [login, setLogin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ login: login.trim(), role: 'member' }, { onSuccess: () => setLogin('') });
  };
  if (members.isPending) return <Waiting>{t('Reading the members…')}</Waiting>;
  if (members.isError) return <ErrorNotice error={members.error} onRetry={() => void members.refetch()} />;
  const row = { account, owned, busy: set.isPending, change: set.mutate, onLeft };
  return (
    <Stack gap="xs">
      {members.data.length <= mostVisibleRows ? (
        members.data.map((member) => <MemberRow key={member.id} member={member} {...row} />)
      ) : (
        <VirtualList
          label={t('Members of {organization}', { organization })}
          items={members.data}
          rowHeight={rowHeight}
          keyOf={({ id }) => id}
          empty=""
          mostRows={mostVisibleRows}
          testId="member-list"
        >
          {(member) => (
            <Box px="sm" py={5}>
              <MemberRow member={member} {...row} />
            </Box>
          )}
        </VirtualList>
      )}
      {owned && (
        <form onSubmit={submit}>
          <Group gap="sm">
            <TextInput
              aria-label={t('Login of a new member')}
              placeholder={t('Login of an account')}
              value={login}
              onChange={(event) => setLogin(event.currentTarget.value)}
              flex={1}
            />
            <Button type="submit" variant="default" disabled={login.trim() === ''} loading={set.isPending}>
              {t('Add member')}
            </Button>
          </Group>
        </form>
      )}
      {set.isError && <ErrorNotice error={set.error} />}
    </Stack>
  );
}

interface MemberRowProps extends Pick<MembersProps, 'account' | 'owned' | 'onLeft'> {
  member: Member;
  busy: boolean;
  change: ReturnType<typeof useSetMember>['mutate'];
}

/** A field of choices takes long to draw: it is not drawn again for what changed elsewhere. */
const MemberRow = memo(function MemberRow({ member, account, owned, busy, change, onLeft }: MemberRowProps) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Text flex={1} truncate>
        {member.login}
      </Text>
      {owned ? (
        <>
          <Select
            aria-label={t('Role of {login}', { login: member.login })}
            data={roles}
            value={member.role}
            allowDeselect={false}
            w={120}
            onChange={(role) => role !== null && change({ login: member.login, role })}
          />
          <Button
            variant="default"
            aria-label={t('Remove {login}', { login: member.login })}
            onClick={() => change({ login: member.login, role: null })}
          >
            {t('Remove')}
          </Button>
        </>
      ) : (
        <Text c="dimmed">{roles.find(({ value }) => value === member.role)?.label}</Text>
      )}
      {!owned && member.login === account && (
        <Button
          variant="default"
          disabled={busy}
          onClick={() => change({ login: account, role: null }, { onSuccess: onLeft })}
        >
          {t('Leave')}
        </Button>
      )}
    </Group>
  );
});
