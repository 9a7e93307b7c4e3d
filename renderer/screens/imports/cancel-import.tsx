import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCancelImport } from '../../api/imports.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useErrorSinceOpened } from '../../components/error-since-opened.ts';
import { t } from '../../language/text.ts';

/** A button that cancels the import, once the person confirms. Of an update nothing but its stopping is left. */
export function CancelImport({ owner, repo, updating }: { owner: string; repo: string; updating: boolean }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  // Not where it is called: the page it is on may have gone before the answer comes.
  const cancel = useCancelImport(owner, repo, async () => {
    setAsking(false);
    if (updating) return;
    await navigate({ to: '/' });
    notifications.show({
      message: t('The import into {owner}/{repo} was cancelled. Nothing of it was kept.', { owner, repo }),
    });
  });
  const error = useErrorSinceOpened(asking, cancel.error);
  return (
    <>
      <Button variant="default" flex="none" onClick={() => setAsking(true)} data-testid="cancel-import">
        {updating ? t('Stop the update…') : t('Cancel import…')}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={updating ? t('Stop this update?') : t('Cancel this import?')}
      >
        <Stack gap="md">
          <Text>
            {updating
              ? t('Nothing is changed: the repository {owner}/{repo} and its report stay as they were before.', {
                  owner,
                  repo,
                })
              : t(
                  'What was fetched so far is deleted, with the mapped authors. The source is untouched, and the repository {owner}/{repo} stays, empty.',
                  { owner, repo },
                )}
          </Text>
          {error !== null && <ErrorNotice error={error} />}
          <DialogButtons>
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {updating ? t('Go on') : t('Go on importing')}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()} data-testid="confirm-cancel">
              {updating ? t('Stop the update') : t('Cancel import')}
            </Button>
          </DialogButtons>
        </Stack>
      </Dialog>
    </>
  );
}
