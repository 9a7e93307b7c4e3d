import { Button, Stack, Text } from '@mantine/core';
import { t } from '../language/text.ts';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useErrorSinceOpened } from './error-since-opened.ts';
import { UnseenMarked } from './unseen-marked.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen: a sentence. */
  text: string;
  confirmLabel: string;
  /** What the other button says, where nothing is kept by it. */
  keepLabel?: string;
  busy: boolean;
  error: unknown;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirmLabel, keepLabel = t('Keep'), busy, onConfirm, onClose } = props;
  const error = useErrorSinceOpened(opened, props.error);
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap="md" data-testid="confirm-dialog">
        <Text style={{ overflowWrap: 'anywhere' }}>
          <UnseenMarked text={text} />
        </Text>
        {error !== null && <ErrorNotice error={error} />}
        <DialogButtons>
          <Button variant="default" onClick={onClose} data-autofocus>
            {keepLabel}
          </Button>
          {/* Not the second click of the one that opened this, nor of the one that confirmed it. */}
          <Button color="red" loading={busy} onClick={({ detail }) => detail < 2 && onConfirm()}>
            {confirmLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
