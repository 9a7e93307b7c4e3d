import { Button, Group, Radio, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { startImport, useImportedNames } from '../../api/imports.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { createRepository, useOwners } from '../../api/repositories.ts';
import { useRepositorySummaries } from '../../api/repository-summaries.ts';
import { ActionBar } from '../../components/action-bar.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LongSelect } from '../../components/long-select.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { type Destination, useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { isLayoutChanged } from './detected-layout.ts';
import { SeveralDestinations } from './several-destinations.tsx';
import { nameProblem, suggestedName } from './source-address.ts';

interface DestinationSectionProps {
  detection: Detection;
  /** Whether the choices above are made. */
  ready: boolean;
}

/** The end of step 2: whose repository it becomes, under which name. From here on it is fetched. */
export function DestinationSection({ detection, ready }: DestinationSectionProps) {
  const { each, destination } = useWizardDraft();
  const owners = useOwners();
  const repositories = useRepositorySummaries();
  // An import into a repository is not forgotten while it has nothing in it.
  const nothingIn = repositories.data?.filter(({ size }) => size === 0) ?? [];
  const imported = useImportedNames(nothingIn.length > 0);
  if (owners.isPending || repositories.isPending || imported.isLoading)
    return <Waiting>{t('Reading your repositories…')}</Waiting>;
  const problem = owners.error ?? repositories.error ?? imported.error;
  if (problem || !owners.data || !repositories.data) return <ErrorNotice error={problem} />;

  // Whoever came from an import to give it another address wants to put this one in its place.
  const given = destination?.existing === true ? `${destination.owner}/${destination.name}` : null;
  const taken = new Set(repositories.data.map(({ full_name }) => full_name.toLowerCase()));
  const { account, organizations } = owners.data;
  if (each !== null) {
    return (
      <SeveralDestinations
        ready={ready}
        detection={detection}
        folders={each}
        owners={[account, ...organizations]}
        taken={taken}
      />
    );
  }
  return (
    <DestinationForm
      ready={ready}
      detection={detection}
      account={account}
      owners={[account, ...organizations]}
      taken={taken}
      empty={nothingIn.filter(({ full_name }) => full_name === given || imported.data?.has(full_name) !== true)}
      replaced={given !== null && imported.data?.has(given) === true ? given : null}
    />
  );
}

interface DestinationFormProps extends DestinationSectionProps {
  account: string;
  owners: string[];
  taken: ReadonlySet<string>;
  empty: RepositorySummary[];
  /** Full name of the repository whose import this one takes the place of; null for none. */
  replaced: string | null;
}

function DestinationForm({ detection, ready, account, owners, taken, empty, replaced }: DestinationFormProps) {
  const draft = useWizardDraft();
  const prepared = draft.destination;
  // An organization that the person left meanwhile is none to choose.
  const stands = prepared !== null && (prepared.existing || owners.includes(prepared.owner));
  const destination: Destination = stands
    ? prepared
    : {
        owner: owners[0] ?? account,
        name: suggestedName(draft.choice?.svn_root || draft.choice?.tfvc_project || draft.address),
        existing: false,
      };
  const change = (values: Partial<Destination>) => draft.change({ destination: { ...destination, ...values } });
  const fullName = `${destination.owner}/${destination.name}`;
  const problem = destination.existing
    ? null
    : (nameProblem(destination.name) ??
      (taken.has(fullName.toLowerCase()) ? t('{fullName} exists already. Choose another name.', { fullName }) : null));
  const start = useStart(detection, account, destination);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null && ready) start.mutate();
  };
  return (
    <>
      <Stack component="form" id={formId} onSubmit={submit} gap="md" maw={720} data-testid="step-destination">
        <Title order={3}>{t('Into which repository?')}</Title>
        {empty.length > 0 && (
          <Radio.Group
            aria-label={t('Kind of destination')}
            value={destination.existing ? 'existing' : 'new'}
            onChange={(kind) => {
              const first = empty[0];
              if (kind === 'existing' && first) change({ existing: true, owner: first.owner, name: first.name });
              else
                change({
                  existing: false,
                  name: suggestedName(draft.choice?.svn_root || draft.choice?.tfvc_project || draft.address),
                });
            }}
          >
            <Group gap="lg">
              <Radio value="new" label={t('A new repository')} />
              <Radio value="existing" label={t('An empty repository that exists already')} />
            </Group>
          </Radio.Group>
        )}
        {destination.existing ? (
          <LongSelect
            label={t('Repository')}
            total={empty.length}
            data={empty.map(({ full_name }) => full_name)}
            value={fullName}
            onChange={(chosen) => {
              const [owner, name] = (chosen ?? '').split('/');
              if (owner && name) change({ owner, name });
            }}
            allowDeselect={false}
            maw={440}
          />
        ) : (
          <Group align="flex-start" gap="sm">
            <Select
              label={t('Owner')}
              data={owners}
              value={destination.owner}
              onChange={(owner) => owner && change({ owner })}
              allowDeselect={false}
              w={220}
            />
            <TextInput
              label={t('Repository name')}
              value={destination.name}
              onChange={(event) => change({ name: event.currentTarget.value.trim() })}
              error={problem}
              w={320}
              spellCheck={false}
              data-testid="destination-name"
            />
          </Group>
        )}
        <Switch
          label={t('Let me check people and numbers before anything is published')}
          checked={draft.holdBeforePush}
          onChange={(event) => draft.change({ holdBeforePush: event.currentTarget.checked })}
        />
        {detection.vcs === 'git' && (
          <Switch
            label={t('Also import refs that Git hosts keep for themselves, such as refs/pull')}
            checked={draft.includeHiddenRefs}
            onChange={(event) => draft.change({ includeHiddenRefs: event.currentTarget.checked })}
          />
        )}
        {(draft.choice?.vcs ?? detection.vcs) === 'tfvc' && (
          <Switch
            label={t(
              'Leave labels out: the server works long on large ones, and only those of whole branches become tags',
            )}
            checked={draft.leaveOutLabels}
            onChange={(event) => draft.change({ leaveOutLabels: event.currentTarget.checked })}
          />
        )}
        {start.isError && <ErrorNotice error={start.error} />}
        {destination.existing && fullName === replaced && (
          <Text c="dimmed" data-testid="replaces">
            {t(
              'The import that stopped in {fullName} stays as it is until you start this one, which takes its place.',
              { fullName },
            )}
          </Text>
        )}
      </Stack>
      <ActionBar
        about={t('Into {fullName}', { fullName })}
        note={
          problem ??
          (ready ? t('The source is only read. Nothing is written to it.') : t('First choose above what is imported.'))
        }
      >
        <Button variant="default" onClick={() => draft.change({ step: 'source' })} disabled={start.isPending}>
          {t('Back')}
        </Button>
        <Button type="submit" form={formId} loading={start.isPending} disabled={problem !== null || !ready}>
          {t('Start import')}
        </Button>
      </ActionBar>
    </>
  );
}

function useStart(detection: Detection, account: string, destination: Destination) {
  const draft = useWizardDraft();
  const { password, remember, setPassword } = useDraftPassword();
  const rememberAddress = usePreferences((preferences) => preferences.rememberAddress);
  const navigate = useNavigate();
  return useMutation({
    meta: shownInPlace,
    mutationFn: async () => {
      const { owner, name } = destination;
      const vcs = draft.choice?.vcs ?? detection.vcs;
      if (!destination.existing) {
        await createRepository(account, owner, name);
        // From here on the repository exists: a second attempt goes into it.
        draft.change({ destination: { ...destination, existing: true } });
      }
      return startImport(owner, name, {
        vcs_url: draft.address,
        ...(vcs === null ? {} : { vcs }),
        ...(vcs === 'tfvc' && draft.choice?.tfvc_project ? { tfvc_project: draft.choice.tfvc_project } : {}),
        ...(draft.username === '' ? {} : { vcs_username: draft.username }),
        ...(password === '' ? {} : { vcs_password: password, remember_credentials: remember }),
        ...(draft.choice?.svn_root === undefined ? {} : { svn_root: draft.choice.svn_root }),
        // A layout that nobody changed is looked for again, in the whole history.
        ...(draft.layout === null || !isLayoutChanged(draft.layout, detection, draft.choice)
          ? {}
          : { layout: draft.layout }),
        hold_before_push: draft.holdBeforePush,
        ...(draft.includeHiddenRefs ? { include_hidden_refs: true } : {}),
        ...(vcs === 'tfvc' && draft.leaveOutLabels ? { leave_out_labels: true } : {}),
      });
    },
    onSuccess: async () => {
      rememberAddress(draft.address);
      await navigate({
        to: '/imports/$owner/$repo',
        params: { owner: destination.owner, repo: destination.name },
        replace: true,
      });
      draft.discard();
      setPassword('', false);
    },
  });
}
