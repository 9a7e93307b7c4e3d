import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { t } from '../../language/text.ts';

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
    <Dialog
      opened={count > 0}
      onClose={() => onAnswer('cancel')}
      title={t('{count, plural, one {# author is} other {# authors are}} mapped already', { count })}
    >
      <Stack gap="md" data-testid="overwrite">
        <Text>
          {count === of
            ? t(
                'This changes {authors, plural, one {# author who was} other {# authors who were}} mapped before. Undo brings {authors, plural, one {the mapping} other {the mappings}} back.',
                { authors: of },
              )
            : t(
                'This changes {authors, plural, one {# author} other {# authors}}, and {count, plural, one {# of them was} other {# of them were}} mapped before. Undo brings them back.',
                { authors: of, count },
              )}
        </Text>
        <DialogButtons>
          <Button variant="default" onClick={() => onAnswer('cancel')}>
            {t('Cancel')}
          </Button>
          <Button variant="default" onClick={() => onAnswer('replace')}>
            {t('Replace them too')}
          </Button>
          <Button data-autofocus onClick={() => onAnswer('keep')}>
            {count === of
              ? t('Leave them')
              : t('{others, plural, one {Only the other one} other {Only the other #}}', { others: of - count })}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
