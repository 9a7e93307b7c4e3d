import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Remote } from '../../../service/api/imports/remote-push-schemas.ts';
import { useFollowRemote, useForgetRemote, useRemotes, useStartRemotePush } from '../../api/remote-pushes.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { Tone } from '../../components/import-words.ts';
import { Section } from '../../components/section.tsx';
import { StateLabel } from '../../components/status-label.tsx';
import { momentText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import { RemotePushDialog } from './remote-push-dialog.tsx';
import classes from './remotes-section.module.css';

interface RemotesSectionProps {
  owner: string;
  repo: string;
}

/** Where a repository was pushed to, how each of them stands, and pushing again. */
export function RemotesSection({ owner, repo }: RemotesSectionProps) {
  const remotes = useRemotes(owner, repo);
  /** The push in the dialog; a null id is one that is still to be begun. */
  const [pushing, setPushing] = useState<{ id: number | null } | null>(null);
  const [forgetting, setForgetting] = useState<Remote | null>(null);
  const start = useStartRemotePush(owner, repo);
  const follow = useFollowRemote(owner, repo);
  const forget = useForgetRemote(owner, repo);
  const again = ({ remote_url, notes, deleted }: Remote) =>
    start.mutate({ remote_url, notes, deleted }, { onSuccess: ({ id }) => setPushing({ id }) });
  return (
    <Section
      title={t('Remotes')}
      wide
      action={
        <Button
          variant="default"
          leftSection={<IconUpload size={15} aria-hidden />}
          onClick={() => setPushing({ id: null })}
        >
          {t('Push to a remote…')}
        </Button>
      }
    >
      {remotes.isError && <ErrorNotice error={remotes.error} onRetry={() => void remotes.refetch()} />}
      {start.isError && <ErrorNotice error={start.error} />}
      {remotes.data?.length === 0 && <Text c="dimmed">{t('It was not pushed anywhere yet.')}</Text>}
      {remotes.data !== undefined && remotes.data.length > 0 && (
        <ul className={classes.list} aria-label={t('Remotes')} data-testid="remotes">
          {remotes.data.map((remote) => (
            <RemoteRow
              key={remote.id}
              remote={remote}
              busy={start.isPending}
              onPush={() => again(remote)}
              onFollow={(wanted) => follow.mutate({ id: remote.id, follow: wanted })}
              onForget={() => setForgetting(remote)}
            />
          ))}
        </ul>
      )}
      {/* Each opening is a new one: what the last came to, and its password, are no part of it. */}
      {pushing !== null && (
        <RemotePushDialog
          key={pushing.id ?? 'new'}
          owner={owner}
          repo={repo}
          opened
          pushId={pushing.id}
          onClose={() => setPushing(null)}
        />
      )}
      <ConfirmDialog
        opened={forgetting !== null}
        title={t('Forget this remote?')}
        text={t('{remote_url} keeps what it has. Gantry does not know any more that {owner}/{repo} was pushed there.', {
          remote_url: forgetting?.remote_url ?? '',
          owner,
          repo,
        })}
        confirmLabel={t('Forget')}
        busy={forget.isPending}
        error={forget.error}
        onConfirm={() => forgetting && forget.mutate(forgetting.id, { onSuccess: () => setForgetting(null) })}
        onClose={() => setForgetting(null)}
      />
    </Section>
  );
}

interface RemoteRowProps {
  remote: Remote;
  busy: boolean;
  onPush(): void;
  onFollow(wanted: boolean): void;
  onForget(): void;
}

function RemoteRow({ remote, busy, onPush, onFollow, onForget }: RemoteRowProps) {
  const { words, tone } = standingWords(remote);
  const { remote_url, push_after_update } = remote;
  return (
    <li className={classes.row} data-testid="remote">
      <Stack gap={2} miw={0}>
        <Truncated text={remote_url} keep="end" />
        <Text size="xs" c="dimmed">
          {[
            remote.host ?? t('This machine'),
            pushedWords(remote),
            ...(push_after_update ? [t('after each update')] : []),
          ].join(' · ')}
        </Text>
      </Stack>
      <StateLabel words={words} tone={tone} state={remote.state} testId="remote-standing" />
      <Group gap={4} wrap="nowrap">
        <Button
          variant="default"
          disabled={busy}
          onClick={onPush}
          aria-label={t('Push to {remote_url}', { remote_url })}
        >
          {t('Push')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('More about {remote_url}', { remote_url })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onFollow(!push_after_update)}>
              {push_after_update ? t('Do not push after updates') : t('Push after each update')}
            </Menu.Item>
            <Menu.Item onClick={() => void window.gantry.copyText({ text: remote_url })}>
              {t('Copy the address')}
            </Menu.Item>
            <Menu.Item onClick={onForget}>{t('Forget…')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </li>
  );
}

function pushedWords({ pushed_at, commits_pushed }: Remote): string {
  const at = momentText(pushed_at);
  return commits_pushed === null
    ? t('pushed {at}', { at })
    : t('pushed {at}, {commits, plural, one {# commit} other {# commits}}', { at, commits: commits_pushed });
}

/** How a remote stands: what it was given, beside what there is now. */
export function standingWords({
  state,
  commits_behind,
  refs_behind,
}: Pick<Remote, 'state' | 'commits_behind' | 'refs_behind'>): { words: string; tone: Tone } {
  if (state === 'in_sync') return { words: t('In sync'), tone: 'good' };
  if (state === 'unknown') return { words: t('Push once to know'), tone: 'quiet' };
  const commits = commits_behind ?? 0;
  if (commits > 0)
    return { words: t('{commits, plural, one {# commit} other {# commits}} behind', { commits }), tone: 'attention' };
  return {
    words: t('{refs_behind, plural, one {# branch or tag} other {# branches and tags}} behind', {
      refs_behind: refs_behind ?? 0,
    }),
    tone: 'attention',
  };
}
