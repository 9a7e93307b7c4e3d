import { Button, Select, Stack, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwners } from '../../api/repositories.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

const columns = [
  ['address', t('Of the source. The only one that is needed.')],
  ['vcs', t('subversion, git, mercurial or tfvc. Found out without it.')],
  ['owner', t('Account or organization. Without it, the one chosen below.')],
  ['repository', t('Name of the new repository. Without it, made from the address.')],
  ['project', t('Of Team Foundation Version Control.')],
  ['username, password', t('Kept in memory only.')],
] as const;

/** Where a list of sources comes from. */
export function NewListScreen() {
  const owners = useOwners();
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const load = useMutation({
    meta: shownInPlace,
    mutationFn: (owner: string) => window.gantry.loadImportList({ owner }),
    onSuccess: async (list) => {
      if (list !== null) await navigate({ to: '/imports-lists/$id', params: { id: `${list.id}` } });
    },
  });
  if (owners.isPending) return <Waiting>{t('Reading the owners…')}</Waiting>;
  if (owners.isError) return <ErrorNotice error={owners.error} onRetry={() => void owners.refetch()} />;
  const owner = chosen ?? owners.data.account;
  return (
    <Page title={t('Import several')}>
      <Stack gap="md" maw={720} data-testid="new-import-list">
        <Text>
          {t(
            'Choose a CSV file whose first line names its columns, or a JSON file with an array of objects. Two sources are imported at a time. Nothing starts before you have seen the list.',
          )}
        </Text>
        <Facts facts={columns} />
        <Select
          label={t('Owner of the new repositories')}
          data={[owners.data.account, ...owners.data.organizations]}
          value={owner}
          onChange={setChosen}
          allowDeselect={false}
          w={260}
        />
        {load.isError && <ErrorNotice error={load.error} />}
        <Button
          leftSection={<IconFileSpreadsheet size={15} aria-hidden />}
          loading={load.isPending}
          onClick={() => load.mutate(owner)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('Choose a list…')}
        </Button>
      </Stack>
    </Page>
  );
}
