import { Button, Stack, Text } from '@mantine/core';
import { CopiedValue } from '../../components/copied-value.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { t } from '../../language/text.ts';

/** Shows the text of a token, the only time there is. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={t('Your new token')} size="lg" shownOnce>
      <Stack gap="md" data-testid="new-token">
        <Text>
          {t('Copy it now: it is shown only here. Gantry keeps a fingerprint of it, from which it cannot be read.')}
        </Text>
        <CopiedValue label={t('Token')} value={token} takesKeyboard />
        <DialogButtons>
          <Button onClick={onClose}>{t('Done')}</Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
