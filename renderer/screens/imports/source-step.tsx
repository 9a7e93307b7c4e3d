import { Autocomplete, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Detection } from '../../../service/api/imports/import-schemas.ts';
import { detect } from '../../api/imports.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { CredentialsForm, type CredentialsValues } from '../../components/credentials-form.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { usePreferences } from '../../stores/preferences.ts';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { splitCredentials } from './source-address.ts';

/** Step 1: the address of the source, and credentials when it asks for them. */
export function SourceStep() {
  const draft = useWizardDraft();
  const { password, remember, setPassword } = useDraftPassword();
  const recentAddresses = usePreferences((preferences) => preferences.recentAddresses);
  const [address, setAddress] = useState(draft.address);
  // What the source said last; kept while it is asked again, so that a question for credentials stays put.
  const [answer, setAnswer] = useState<Detection | null>(null);
  const namesFolders = useOwnsInstallation();
  const addressField = useRef<HTMLInputElement>(null);
  useEffect(() => addressField.current?.focus(), []);

  const look = useMutation({
    meta: shownInPlace,
    mutationFn: (source: { address: string; username: string; password: string }) =>
      detect({
        vcs_url: source.address,
        ...(source.username === '' ? {} : { vcs_username: source.username }),
        ...(source.password === '' ? {} : { vcs_password: source.password }),
      }),
    onSuccess: (detection, source) => {
      setAnswer(detection);
      if (!foundSomething(detection)) return;
      draft.change({
        step: 'found',
        address: source.address,
        username: source.username,
        detection,
        choice: null,
        each: null,
        layout: detection.layout,
      });
    },
  });

  const lookAt = (text: string, credentials: CredentialsValues = { username: '', password: '', remember: false }) => {
    const split = splitCredentials(text);
    if (split.address === '') return;
    const source = {
      address: split.address,
      username: split.username || credentials.username,
      password: split.password || credentials.password,
    };
    setAddress(source.address);
    setPassword(source.password, credentials.remember);
    draft.change({ address: source.address, username: source.username });
    look.mutate(source);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    lookAt(address, { username: draft.username, password, remember });
  };
  const chooseFolder = async () => {
    const folder = await window.gantry.chooseRepositoryFolder();
    if (folder !== null) lookAt(folder);
  };

  const asksCredentials = answer?.status === 'detection_needs_auth' || answer?.status === 'auth_failed';
  const unknownHost = answer?.unknown_host;
  const failed = answer && !asksCredentials && !foundSomething(answer);
  return (
    <Stack gap="md" maw={720} data-testid="step-source">
      <Title order={2}>Where is the repository?</Title>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <Autocomplete
            label="Address"
            description={`Subversion, Mercurial, Git, Team Foundation or Azure DevOps: https, http, svn, svn+ssh, ssh, git${namesFolders ? ', or a folder on this machine' : ''}`}
            placeholder="https://svn.example.org/repos/project"
            value={address}
            onChange={(text) => {
              setAddress(text);
              setAnswer(null);
            }}
            data={recentAddresses.filter((recent) => recent !== address)}
            openOnFocus={false}
            maxDropdownHeight={220}
            inputWrapperOrder={['label', 'description', 'input', 'error']}
            flex={1}
            ref={addressField}
            spellCheck={false}
            data-testid="source-address"
          />
        </Group>
        <Group gap="sm" mt="sm">
          <Button type="submit" loading={look.isPending && !asksCredentials} disabled={address.trim() === ''}>
            Continue
          </Button>
          {namesFolders && (
            <Button
              variant="default"
              leftSection={<IconFolderOpen size={15} aria-hidden />}
              onClick={() => void chooseFolder()}
              disabled={look.isPending}
            >
              Choose a folder…
            </Button>
          )}
        </Group>
        {!namesFolders && (
          <Text c="dimmed" mt="sm">
            Folders of this machine are imported by owners of this installation. Give the address of a server.
          </Text>
        )}
      </form>
      {look.isError && <ErrorNotice error={look.error} />}
      {asksCredentials && (
        <CredentialsForm
          message={answer.message ?? 'This repository asks for a user name and a password.'}
          initial={{ username: draft.username }}
          tokenOrWindows={answer.vcs === 'tfvc'}
          submitLabel="Continue with these"
          busy={look.isPending}
          onSubmit={(credentials) => lookAt(address, credentials)}
        />
      )}
      {look.isPending && <Waiting>Looking at {address}…</Waiting>}
      {unknownHost && (
        <HostKeyQuestion
          host={unknownHost}
          busy={look.isPending}
          onAccepted={() => lookAt(address, { username: draft.username, password, remember })}
        />
      )}
      {failed && !unknownHost && !look.isPending && (
        <ErrorNotice error={new Error(answer.message ?? 'No repository was found at this address.')}>
          <Text c="dimmed">Correct the address above, or try again when the server answers.</Text>
        </ErrorNotice>
      )}
    </Stack>
  );
}

function foundSomething(detection: Detection): boolean {
  return detection.status === 'found' || detection.status === 'detection_found_multiple';
}
