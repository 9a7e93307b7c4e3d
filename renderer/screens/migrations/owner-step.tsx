import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { useOwners } from '../../api/repositories.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { namesText } from '../../components/name-words.ts';
import { FocusedTitle } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useMigrationDraft } from '../../stores/migration-draft.ts';

/** Step 1: whose repositories go into the archive. */
export function OwnerStep({ repositories }: { repositories: readonly RepositorySummary[] }) {
  const owners = useOwners();
  const draft = useMigrationDraft();
  const [chosen, setChosen] = useState<string | null>(draft.owner);
  if (owners.isPending) return <Waiting>{t('Reading your organizations…')}</Waiting>;
  if (owners.isError) return <ErrorNotice error={owners.error} onRetry={() => void owners.refetch()} />;

  const { account, organizations, owned } = owners.data;
  const owner = chosen !== null && owned.includes(chosen) ? chosen : account;
  const others = organizations.filter((login) => !owned.includes(login));
  const go = () =>
    draft.change({ owner, step: 'repositories', repositories: owner === draft.owner ? draft.repositories : [] });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      data-testid="step-owner"
    >
      <Stack gap="md" maw={720}>
        <FocusedTitle order={2}>{t('Whose repositories?')}</FocusedTitle>
        <Radio.Group aria-label={t('Owner')} value={owner} onChange={setChosen}>
          <Stack gap="sm">
            {owned.map((login) => (
              <Radio
                key={login}
                value={login}
                label={login}
                description={`${login === account ? t('Your account') : t('Organization')}, ${t('{repositories, plural, one {# repository} other {# repositories}}', { repositories: repositories.filter((repository) => repository.owner === login).length })}`}
              />
            ))}
          </Stack>
        </Radio.Group>
        {others.length > 0 && (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {t('You are a member of {others}: only owners make migrations of an organization.', {
              others: namesText(others),
            })}
          </Text>
        )}
        <Group gap="sm">
          <Button type="submit">{t('Continue')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
