import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { countText } from '../../components/number-words.ts';

interface OverwriteDialogProps {
  /** Authors that are mapped already; the dialog is closed while there are none. */
  count: number;
  /** Authors that the change is about. */
  of: number;
  onAnswer(over: 'replace' | 'keep' | 'cancel'): void;
}

/** What was typed is not typed over without a word. */
export function OverwriteDialog({ count, of, onAnswer }: OverwriteDialogProps) {
  return (
    <Modal
      opened={count > 0}
      onClose={() => onAnswer('cancel')}
      title={`${countText(count, 'author is', 'authors are')} mapped already`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md" data-testid="overwrite">
        <Text>
          This changes {countText(of, 'author')}, and {count === of ? 'all' : count} of them were mapped before. Undo
          brings them back.
        </Text>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={() => onAnswer('cancel')}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => onAnswer('replace')}>
            Replace them too
          </Button>
          <Button data-autofocus onClick={() => onAnswer('keep')}>
            {count === of ? 'Leave them' : `Only the other ${of - count}`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
