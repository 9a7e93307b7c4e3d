import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCancelImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';

/** A button that cancels the import, once the person confirms. Of an update nothing but its stopping is left. */
export function CancelImport({ owner, repo, updating }: { owner: string; repo: string; updating: boolean }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelImport(owner, repo);
  const navigate = useNavigate();
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: async () => {
        setAsking(false);
        if (updating) return;
        await navigate({ to: '/' });
        notifications.show({ message: `The import into ${owner}/${repo} was cancelled. Nothing of it was kept.` });
      },
    });
  return (
    <>
      <Button variant="default" flex="none" onClick={() => setAsking(true)} data-testid="cancel-import">
        {updating ? 'Stop the update…' : 'Cancel import…'}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={updating ? 'Stop this update?' : 'Cancel this import?'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <Text>
            {updating
              ? `Nothing is changed: the repository ${owner}/${repo} and its report stay as they were before.`
              : `What was fetched so far is deleted, with the mapped authors. The source is untouched, and the repository ${owner}/${repo} stays, empty.`}
          </Text>
          {cancel.isError && <ErrorNotice error={cancel.error} />}
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
              {updating ? 'Go on' : 'Go on importing'}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={confirm} data-testid="confirm-cancel">
              {updating ? 'Stop the update' : 'Cancel import'}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
