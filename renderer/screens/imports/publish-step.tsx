import { Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAuthorsWithout } from '../../api/authors.ts';
import { useRememberedCredentials } from '../../api/credentials.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { useCancelRemotePush, useStartRemotePush } from '../../api/remote-pushes.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FocusedTitle } from '../../components/page.tsx';
import { ProgressReading } from '../../components/progress-reading.tsx';
import { t } from '../../language/text.ts';
import { BeforeAndAfter } from './before-and-after.tsx';
import { LargeFilesPanel } from './large-files-panel.tsx';
import { OutsideBefore } from './outside-before.tsx';
import classes from './publish-step.module.css';
import { readSource } from './read-source.ts';
import type { StepProps } from './step-props.ts';

interface PublishStepProps extends StepProps {
  /** Leads to the shape. */
  onShape(): void;
}

/** Step 4: what the import comes to in numbers, what large files become, a remote if one is wanted, and one button. */
export function PublishStep({ owner, repo, record, onShape }: PublishStepProps) {
  const [remote, setRemote] = useState('');
  const [login, setLogin] = useState({ username: '', password: '', remember: false });
  const keychain = useRememberedCredentials().data;
  const without = useAuthorsWithout(owner, repo).data;
  const release = useUpdateImport(owner, repo);
  const start = useStartRemotePush(owner, repo);
  const { mutateAsync: cancelPush } = useCancelRemotePush(owner, repo);
  const source = readSource(remote);
  const given = source.kind === 'address' || source.kind === 'path' ? source : null;
  const publish = useMutation({
    meta: shownInPlace,
    mutationFn: async () => {
      const username = (given?.kind === 'address' && given.username) || login.username;
      const password = (given?.kind === 'address' && given.password) || login.password;
      const known = username !== '' || password !== '';
      // First, so that an address that is refused publishes nothing.
      const push =
        given === null
          ? null
          : await start.mutateAsync({
              remote_url: given.address,
              after_import: true,
              ...(known ? { username, password, remember_credentials: login.remember } : {}),
            });
      try {
        await release.mutateAsync({ hold_before_push: false });
      } catch (error) {
        if (push !== null) await cancelPush(push.id);
        throw error;
      }
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (record.waiting_for_release) publish.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <FocusedTitle order={2}>{t('Publish')}</FocusedTitle>
          <Text c="dimmed">
            {record.updating === true
              ? t('What is new is not in {owner}/{repo} yet. After this it is there, and compared with the source.', {
                  owner,
                  repo,
                })
              : t(
                  'Nothing is in {owner}/{repo} yet. After this it is there, compared with the source, and can be updated.',
                  { owner, repo },
                )}
          </Text>
        </Stack>
        <Button
          type="submit"
          size="sm"
          flex="none"
          leftSection={<IconRocket size={16} aria-hidden />}
          disabled={!record.waiting_for_release || (remote.trim() !== '' && given === null)}
          loading={publish.isPending}
          data-testid="push"
        >
          {given === null ? t('Publish') : t('Publish and push')}
        </Button>
      </Group>
      {!record.waiting_for_release && <ProgressReading of={record} />}
      {publish.isError && <ErrorNotice error={publish.error} />}
      <div className={classes.content}>
        <OutsideBefore owner={owner} repo={repo} record={record} onShape={onShape} />
        <BeforeAndAfter record={record} unaddressed={without === undefined ? null : without.open + without.kept} />
        {record.has_large_files && (
          <div className={classes.card}>
            <Title order={3}>{t('Large files')}</Title>
            <LargeFilesPanel owner={owner} repo={repo} record={record} />
          </div>
        )}
        <div className={classes.card}>
          <Title order={3}>{t('And to a remote?')}</Title>
          <Text c="dimmed">
            {t(
              'When the repository is complete, it is pushed there. Without an address it stays on this machine; you can push it at any time.',
            )}
          </Text>
          <TextInput
            label={t('Address of an empty repository on a Git server')}
            placeholder="https://git.example.org/team/tool.git"
            value={remote}
            onChange={(event) => setRemote(event.currentTarget.value)}
            spellCheck={false}
            maw={560}
            data-testid="publish-remote"
          />
          {given !== null && (
            <>
              <Group gap="sm">
                <TextInput
                  label={t('User name, if the server asks')}
                  value={login.username}
                  onChange={(event) => setLogin({ ...login, username: event.currentTarget.value })}
                  autoComplete="off"
                  w={220}
                />
                <PasswordInput
                  label={t('Password or token')}
                  value={login.password}
                  onChange={(event) => setLogin({ ...login, password: event.currentTarget.value })}
                  autoComplete="off"
                  w={240}
                />
              </Group>
              {keychain?.available === true && (
                <Checkbox
                  label={t('Remember in this machine’s keychain')}
                  checked={login.remember}
                  onChange={(event) => setLogin({ ...login, remember: event.currentTarget.checked })}
                />
              )}
            </>
          )}
        </div>
      </div>
    </form>
  );
}
