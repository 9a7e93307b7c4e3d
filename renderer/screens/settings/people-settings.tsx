import { Button, Text, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Account } from '../../../service/api/shared/schemas.ts';
import { usePeople } from '../../api/people.ts';
import { useSession } from '../../api/session.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { TwoLines } from '../../components/two-lines.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import classes from './people-settings.module.css';
import { AddPersonDialog, SetPasswordDialog } from './person-dialog.tsx';

const rowHeight = 52;
const mostRows = 9;
const searchableFrom = 8;

/** Accounts of the installation: making them, and giving them passwords. For its owners. */
export function PeopleSettings() {
  const people = usePeople();
  const [adding, setAdding] = useState(false);
  const [resetting, setResetting] = useState<string | null>(null);
  return (
    <Section
      title={t('People')}
      description={t(
        'Everybody with an account here. A person signs in to this window or uses the API, and sees what belongs to them and to their organizations.',
      )}
      action={
        <Button leftSection={<IconPlus size={15} aria-hidden />} flex="none" onClick={() => setAdding(true)}>
          {t('Add person')}
        </Button>
      }
      wide
    >
      {people.isPending && <Waiting>{t('Reading the accounts…')}</Waiting>}
      {people.isError && <ErrorNotice error={people.error} onRetry={() => void people.refetch()} />}
      {people.data && <PeopleList people={people.data} onSetPassword={setResetting} />}
      {adding && <AddPersonDialog onClose={() => setAdding(false)} />}
      {resetting !== null && <SetPasswordDialog login={resetting} onClose={() => setResetting(null)} />}
    </Section>
  );
}

interface PeopleListProps {
  people: readonly Account[];
  onSetPassword(login: string): void;
}

function PeopleList({ people, onSetPassword }: PeopleListProps) {
  const session = useSession();
  const [search, setSearch] = useState('');
  // Once there it stays, also where fewer are left: what was typed there goes on choosing.
  const [searchable, setSearchable] = useState(false);
  if (!searchable && people.length >= searchableFrom) setSearchable(true);
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return people.filter(({ login, email }) => `${login} ${email ?? ''}`.toLowerCase().includes(wanted));
  }, [people, search]);
  return (
    <>
      {searchable && (
        <TextInput
          aria-label={t('Search people')}
          placeholder={t('Search {accounts, plural, one {# account} other {# accounts}}', { accounts: people.length })}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          maw={320}
        />
      )}
      <VirtualList
        label={t('List of people')}
        items={shown}
        rowHeight={rowHeight}
        keyOf={({ id }) => id}
        empty={t('No account has “{search}” in its login or e-mail address.', { search })}
        mostRows={mostRows}
        testId="people-list"
      >
        {(person) => (
          <div className={classes.row} data-testid={`person-${person.login}`}>
            <span className={classes.words}>
              <TwoLines name={person.login} details={detailsOf(person)} />
            </span>
            <Text size="xs" c="dimmed" className={classes.role}>
              {person.site_admin ? t('Owner of the installation') : ''}
            </Text>
            {person.login === session.data?.login ? (
              <Text c="dimmed" flex="none">
                {t('You')}
              </Text>
            ) : (
              <Button
                variant="default"
                flex="none"
                aria-label={t('Set password of {login}', { login: person.login })}
                onClick={() => onSetPassword(person.login)}
              >
                {t('Set password…')}
              </Button>
            )}
          </div>
        )}
      </VirtualList>
    </>
  );
}

function detailsOf({ email, two_factor_authentication: twoFactor }: Account): string {
  return [email ?? t('No e-mail address'), ...(twoFactor ? [t('two-factor sign-in on')] : [])].join(' · ');
}
