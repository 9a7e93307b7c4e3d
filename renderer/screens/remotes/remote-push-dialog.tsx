import { Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { RemotePush } from '../../../service/api/imports/remote-push-schemas.ts';
import {
  type RemotePushStart,
  useCancelRemotePush,
  useRemotePush,
  useStartRemotePush,
} from '../../api/remote-pushes.ts';
import { ApiError, FailedWork } from '../../api/request.ts';
import { CredentialsForm, type CredentialsValues } from '../../components/credentials-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { HostKeyQuestion } from '../../components/host-key-question.tsx';
import { percentText } from '../../components/number-words.ts';
import { t } from '../../language/text.ts';
import { givenAddress } from '../imports/read-source.ts';
import { goneAlone } from './gone-words.ts';

/** Asked of some pushes only, and never in the window's first frame. */
const PushDecision = lazy(async () => ({ default: (await import('./push-decision.tsx')).PushDecision }));

interface RemotePushDialogProps {
  owner: string;
  repo: string;
  opened: boolean;
  /** A push that was begun before: the dialog goes on with it. */
  pushId?: number | null;
  onClose(): void;
}

const NOBODY: CredentialsValues = { username: '', password: '', remember: false };

/** Pushes a repository to any Git address. A running push goes on when the dialog is closed; the Activity drawer shows it. */
export function RemotePushDialog({ owner, repo, opened, pushId = null, onClose }: RemotePushDialogProps) {
  const [typed, setAddress] = useState<string | null>(null);
  const [id, setId] = useState<number | null>(pushId);
  const [confirming, setConfirming] = useState(false);
  const start = useStartRemotePush(owner, repo);
  const cancel = useCancelRemotePush(owner, repo);
  const known = useRemotePush(owner, repo, id);
  // Thrown away or renamed by somebody else while this is open: what it asked is no question any more.
  const gone = known.error instanceof ApiError && known.error.status === 404;
  const push = gone ? undefined : known.data;
  const address = typed ?? known.data?.remote_url ?? '';
  // In memory while the dialog lives: a question about the remote must not ask for the password again.
  const [credentials, setCredentials] = useState(NOBODY);
  const [chosen, setToo] = useState<{ notes: boolean; deleted: boolean } | null>(null);
  const too = chosen ?? { notes: push?.notes ?? true, deleted: push?.deleted ?? false };
  const begin = (text: string, given: CredentialsValues, whenNotEmpty: RemotePushStart['when_not_empty'] = 'ask') => {
    const split = givenAddress(text);
    const used = { ...given, username: split.username || given.username, password: split.password || given.password };
    setAddress(split.address);
    setCredentials(used);
    const { username, password, remember } = used;
    const known = username !== '' || password !== '';
    start.mutate(
      {
        remote_url: split.address,
        when_not_empty: whenNotEmpty,
        ...too,
        ...(known ? { username, password, remember_credentials: remember } : {}),
      },
      { onSuccess: (started) => setId(started.id) },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(address, address === push?.remote_url ? credentials : NOBODY);
  };
  const running = push?.status === 'running' || push?.status === 'waiting';
  const isOver = push?.status === 'complete' || push?.status === 'cancelled';
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('Push to a remote')}
      size="lg"
      // Escape is the upper dialog's as long as there is one.
      closeOnEscape={!confirming || gone}
    >
      <Stack gap="md" data-testid="remote-push">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm" wrap="nowrap">
            <TextInput
              label={t('Address of a Git repository')}
              placeholder="https://git.example.org/team/project.git"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              disabled={running || gone}
              flex={1}
              data-autofocus
              spellCheck={false}
            />
            <Button type="submit" disabled={address.trim() === '' || running || gone} loading={start.isPending}>
              {t('Push')}
            </Button>
          </Group>
        </form>
        <Group gap="lg">
          <Checkbox
            label={t('Notes of commits (refs/notes)')}
            checked={too.notes}
            disabled={running || gone}
            onChange={(event) => setToo({ ...too, notes: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('Branches and tags that were deleted in the source (refs/deleted)')}
            checked={too.deleted}
            disabled={running || gone}
            onChange={(event) => setToo({ ...too, deleted: event.currentTarget.checked })}
          />
        </Group>
        {gone && <Gone full_name={`${owner}/${repo}`} onClose={onClose} />}
        {start.isError && !gone && <ErrorNotice error={start.error} />}
        {/* What another address came to is over when this one is refused. */}
        {push && !(start.isError && (push.status === 'error' || isOver)) && (
          <PushState
            push={push}
            busy={start.isPending}
            confirming={confirming}
            onConfirming={setConfirming}
            onAgain={(given, whenNotEmpty) => begin(push.remote_url, given ?? credentials, whenNotEmpty)}
          />
        )}
        {push?.status === 'complete' && !start.isError && (
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {t('Done')}
            </Button>
          </DialogButtons>
        )}
        {running && (
          <Group justify="space-between">
            <Text c="dimmed" size="xs">
              {t('It goes on when this is closed. Activity shows it.')}
            </Text>
            <Button variant="default" onClick={() => cancel.mutate(push.id)} loading={cancel.isPending}>
              {t('Stop pushing')}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

/** The keyboard was on what is no question any more. */
const withKeyboard = (button: HTMLButtonElement | null) => button?.focus();

function Gone({ full_name, onClose }: { full_name: string; onClose(): void }) {
  return (
    <>
      <ErrorNotice error={new Error(goneAlone(full_name))} />
      <DialogButtons>
        <Button ref={withKeyboard} variant="default" onClick={onClose}>
          {t('Close')}
        </Button>
      </DialogButtons>
    </>
  );
}

interface PushStateProps {
  push: RemotePush;
  busy: boolean;
  /** Whether overwriting is being confirmed. */
  confirming: boolean;
  onConfirming(confirming: boolean): void;
  /** Pushes once more: with other credentials, or after a decision. */
  onAgain(given: CredentialsValues | null, whenNotEmpty?: RemotePushStart['when_not_empty']): void;
}

function PushState({ push, busy, confirming, onConfirming, onAgain }: PushStateProps) {
  const leftOut = push.target?.left_out_count ?? 0;
  switch (push.status) {
    case 'waiting':
    case 'running':
      return (
        <Stack gap={6}>
          <Progress value={push.percent} aria-label={t('Progress of the push')} />
          <Text c="dimmed" truncate>
            {percentText(push.percent)} · {push.status_text}
          </Text>
        </Stack>
      );
    case 'auth_failed':
      return (
        <CredentialsForm
          message={push.message ?? t('The remote asks for a user name and a password.')}
          failure={push.failure}
          initial={{ username: '' }}
          submitLabel={t('Push with these')}
          busy={busy}
          onSubmit={(given) => onAgain(given)}
        />
      );
    case 'needs_decision':
      return push.target === null ? null : (
        <Suspense>
          <PushDecision
            push={push}
            target={push.target}
            busy={busy}
            confirming={confirming}
            onConfirming={onConfirming}
            onKeep={() => onAgain(null, 'keep')}
            onOverwrite={() => onAgain(null, 'overwrite')}
          />
        </Suspense>
      );
    case 'error':
      return push.unknown_host === null ? (
        <ErrorNotice error={new FailedWork(push.message ?? push.status_text, push.failure)}>
          <Button variant="default" loading={busy} onClick={() => onAgain(null)}>
            {t('Try again')}
          </Button>
        </ErrorNotice>
      ) : (
        <HostKeyQuestion host={push.unknown_host} busy={busy} onAccepted={() => onAgain(null)} />
      );
    case 'cancelled':
      return <Text c="dimmed">{t('The push was stopped.')}</Text>;
    case 'complete':
      return (
        <Group gap="xs" wrap="nowrap" role="status" data-testid="remote-push-complete">
          {push.failure === 'push.contents_absent' || push.failure === 'push.refs_refused' ? (
            <IconAlertTriangle size={18} color="var(--gantry-attention)" style={{ flexShrink: 0 }} aria-hidden />
          ) : (
            <IconCircleCheck size={18} color="var(--gantry-good)" style={{ flexShrink: 0 }} aria-hidden />
          )}
          <Text data-selectable style={{ overflowWrap: 'anywhere' }}>
            {t(
              'Pushed to {remote_url}{leftOut, plural, =0 {} one {, without # branch or tag} other {, without # branches and tags}}',
              { remote_url: push.remote_url, leftOut },
            )}
            {push.message !== null && `. ${push.message}`}
          </Text>
        </Group>
      );
  }
}
