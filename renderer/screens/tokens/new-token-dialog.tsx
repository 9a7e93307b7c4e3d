import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { CopiedValue } from '../../components/copied-value.tsx';

/** Shows the text of a token, the only time there is. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Your new token"
      size="lg"
      // A click beside the dialog must not lose what cannot be shown again.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md" data-testid="new-token">
        <Text>Copy it now: it is shown only here. Gantry keeps a fingerprint of it, from which it cannot be read.</Text>
        <CopiedValue label="Token" value={token} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
