import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useEmptyTrash, useTakeBack, useTrash } from '../../api/overview.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { bytesText, countText } from '../../components/number-words.ts';
import { momentText } from '../../components/time-words.ts';

/** Repositories that were thrown away, until the trash is emptied; nothing while it is empty. */
export function TrashSection() {
  const rows = useTrash().data ?? [];
  const [emptying, setEmptying] = useState(false);
  const back = useTakeBack();
  const empty = useEmptyTrash();
  if (rows.length === 0) return null;
  const what = countText(rows.length, 'repository', 'repositories');
  return (
    <details data-testid="trash">
      <summary>Trash: {what}</summary>
      <Stack gap="sm" pt="xs" align="stretch">
        <EntryList label="Trash">
          {rows.map(({ id, full_name, deleted_at, size }) => (
            <Entry
              key={id}
              name={full_name}
              details={`Thrown away ${momentText(deleted_at)} · ${size === 0 ? 'empty' : bytesText(size)}`}
            >
              <Button
                variant="default"
                flex="none"
                disabled={back.isPending}
                onClick={() => back.mutate(id)}
                aria-label={`Take back ${full_name}`}
              >
                Take back
              </Button>
            </Entry>
          ))}
        </EntryList>
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setEmptying(true)}>
          Empty the trash…
        </Button>
      </Stack>
      <ConfirmDialog
        opened={emptying}
        title="Empty the trash?"
        text={`${what} and all that belongs to them are removed for good. Remotes and archives keep what they have.`}
        confirmLabel="Empty the trash"
        busy={empty.isPending}
        error={empty.error}
        onConfirm={() =>
          empty.mutate(
            rows.map(({ id }) => id),
            { onSuccess: () => setEmptying(false) },
          )
        }
        onClose={() => setEmptying(false)}
      />
    </details>
  );
}
