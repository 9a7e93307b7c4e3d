import { Button, Select, Stack, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { startImportList } from '../../api/import-lists.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { ActionBar } from '../../components/action-bar.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { folderAddress, nameProblem, suggestedName } from './source-address.ts';

interface SeveralDestinationsProps {
  detection: Detection;
  /** Whether the choices above are made. */
  ready: boolean;
  /** Of the projects. */
  folders: readonly string[];
  owners: string[];
  /** Full names in small letters. */
  taken: ReadonlySet<string>;
}

/** The end of step 2 for several projects of one repository: whose repositories they become, under which names. */
export function SeveralDestinations({ detection, ready, folders, owners, taken }: SeveralDestinationsProps) {
  const draft = useWizardDraft();
  const { password, setPassword } = useDraftPassword();
  const rememberAddress = usePreferences((preferences) => preferences.rememberAddress);
  const navigate = useNavigate();
  const [owner, setOwner] = useState(owners[0] ?? '');
  const [names, setNames] = useState(() => new Map(folders.map((folder) => [folder, suggestedName(folder)])));
  const nameOf = (folder: string) => names.get(folder) ?? '';
  const problemOf = (folder: string) => {
    const name = nameOf(folder);
    const own = nameProblem(name);
    if (own !== null) return own;
    if (taken.has(`${owner}/${name}`.toLowerCase()))
      return t('{owner}/{name} exists already. Choose another name.', { owner, name });
    const isTwice = folders.some((other) => other !== folder && nameOf(other).toLowerCase() === name.toLowerCase());
    return isTwice ? t('Two projects cannot become one repository.') : null;
  };
  const formId = useId();
  const start = useMutation({
    meta: shownInPlace,
    mutationFn: () =>
      startImportList({
        owner,
        name: draft.address,
        sources: folders.map((folder) => ({
          vcs_url: folderAddress(detection.root_url ?? detection.vcs_url, folder),
          vcs: 'subversion',
          repository: nameOf(folder),
          ...(draft.username === '' ? {} : { vcs_username: draft.username }),
          ...(password === '' ? {} : { vcs_password: password }),
        })),
      }),
    onSuccess: async ({ id }) => {
      rememberAddress(draft.address);
      await navigate({ to: '/imports-lists/$id', params: { id: `${id}` }, replace: true });
      draft.discard();
      setPassword('', false);
    },
  });
  const isReady = ready && folders.every((folder) => problemOf(folder) === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) start.mutate();
  };
  return (
    <>
      <Stack component="form" id={formId} onSubmit={submit} gap="md" maw={720} data-testid="step-destinations">
        <Title order={3}>{t('Into which repositories?')}</Title>
        <Select
          label={t('Owner of the new repositories')}
          data={owners}
          value={owner}
          onChange={(chosen) => chosen && setOwner(chosen)}
          allowDeselect={false}
          w={260}
        />
        <Stack gap="xs" mah={420} style={{ overflowY: 'auto' }} p={2}>
          {folders.map((folder) => (
            <TextInput
              key={folder}
              label={t('Repository for /{folder}', { folder })}
              value={nameOf(folder)}
              onChange={(event) => setNames(new Map(names).set(folder, event.currentTarget.value.trim()))}
              error={problemOf(folder)}
              spellCheck={false}
              maw={440}
            />
          ))}
        </Stack>
        {start.isError && <ErrorNotice error={start.error} />}
      </Stack>
      <ActionBar
        about={t('Into {repositories, plural, one {# repository} other {# repositories}} of {owner}', {
          repositories: folders.length,
          owner,
        })}
        note={t('The source is only read. Nothing is written to it.')}
      >
        <Button variant="default" onClick={() => draft.change({ step: 'source' })} disabled={start.isPending}>
          {t('Back')}
        </Button>
        <Button type="submit" form={formId} loading={start.isPending} disabled={!isReady}>
          {t('Start {imports, plural, one {# import} other {# imports}}', { imports: folders.length })}
        </Button>
      </ActionBar>
    </>
  );
}
