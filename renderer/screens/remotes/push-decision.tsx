import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import type { RemotePush } from '../../../service/api/imports/remote-push-schemas.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { RefNames } from '../../components/ref-names.tsx';
import { t } from '../../language/text.ts';

interface PushDecisionProps {
  push: RemotePush;
  target: NonNullable<RemotePush['target']>;
  busy: boolean;
  /** Whether overwriting is being confirmed, in a dialog above the one that this is in. */
  confirming: boolean;
  onConfirming(confirming: boolean): void;
  onKeep(): void;
  onOverwrite(): void;
}

/** What a remote that is not empty holds, and what is to become of it. */
export function PushDecision(props: PushDecisionProps) {
  const { push, target, busy, confirming, onConfirming, onKeep, onOverwrite } = props;
  const refused = target.refused_count;
  const history = target.refused.some(({ reason }) => HISTORY.test(reason));
  const refusedWords = history ? t('Hold other history there') : t('Refused by the remote');
  const pushed = target.new + target.forward;
  const rows = [
    [t('New there'), target.new],
    [t('Move forward'), target.forward],
    [t('The same already'), target.equal],
    [t('Only there, and stay'), target.only_there],
    [refusedWords, refused],
  ] as const;
  const facts = rows.filter(([, count]) => count > 0).map(([name, count]) => [name, refText(count)] as const);
  return (
    <Alert color="yellow" variant="outline" icon={<IconHelpCircle size={18} aria-hidden />} data-testid="push-decision">
      <Stack gap="sm" align="flex-start">
        <Text role="alert">{push.message}</Text>
        <Facts facts={facts} />
        {refused > 0 && (
          <RefNames title={refusedWords} names={target.refused.map(({ ref }) => shortName(ref))} total={refused} />
        )}
        <Group gap="sm">
          {(refused === 0 || pushed + target.equal > 0) && (
            <Button loading={busy} onClick={onKeep}>
              {refused === 0
                ? t('Push {pushed}', { pushed: refText(pushed) })
                : t('Push the others, leave these as they are')}
            </Button>
          )}
          {history && (
            <Button variant="default" color="red" disabled={busy} onClick={() => onConfirming(true)}>
              {t('Overwrite {refused}…', { refused: refText(refused) })}
            </Button>
          )}
        </Group>
        <ConfirmDialog
          opened={confirming}
          title={t('Overwrite other history?')}
          text={t(
            '{refused, plural, one {# branch or tag of {remote_url} will be replaced by that of this repository. What only it holds there is} other {# branches or tags of {remote_url} will be replaced by those of this repository. What only they hold there is}} lost for everybody who uses that remote.',
            { refused, remote_url: push.remote_url },
          )}
          confirmLabel={t('Overwrite')}
          busy={busy}
          error={null}
          onConfirm={() => {
            onConfirming(false);
            onOverwrite();
          }}
          onClose={() => onConfirming(false)}
        />
      </Stack>
    </Alert>
  );
}

/** Reasons by which git refuses to replace history, rather than the remote's rules. */
const HISTORY = /non-fast-forward|fetch first|already exists|stale info|needs force/;

function refText(count: number): string {
  return t('{count, plural, one {# branch or tag} other {# branches and tags}}', { count });
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, '');
}
