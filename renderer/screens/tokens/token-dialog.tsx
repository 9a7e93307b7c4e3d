import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Authorization } from '../../../service/api/access/access-schemas.ts';
import { useSaveToken } from '../../api/tokens.ts';
import { Dialog } from '../../components/dialog.tsx';
import { DialogButtons } from '../../components/dialog-buttons.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { ScopeTree } from './scope-tree.tsx';

interface TokenDialogProps {
  /** The token to change; null to make one. */
  token: Authorization | null;
  onClose(): void;
  /** Given the token as the engine answered it: with its text when it was made. */
  onSaved(token: Authorization): void;
}

/** Makes a token or changes one: its note, where the note leads, its scopes. */
export function TokenDialog({ token, onClose, onSaved }: TokenDialogProps) {
  const [note, setNote] = useState(token?.note ?? '');
  const [noteUrl, setNoteUrl] = useState(token?.note_url ?? '');
  const [scopes, setScopes] = useState<readonly string[]>(token?.scopes ?? []);
  const save = useSaveToken(token?.id ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { note: note.trim() || null, note_url: noteUrl.trim() || null, scopes: [...scopes] },
      { onSuccess: onSaved },
    );
  };
  // The text of a token that is being made is shown only here, once it is.
  const making = token === null && save.isPending;
  return (
    <Dialog
      onClose={making ? () => undefined : onClose}
      title={token === null ? t('New token') : t('Edit token')}
      size="lg"
    >
      <form onSubmit={submit} data-testid="token-dialog">
        <Stack gap="md">
          <TextInput
            label={t('Note')}
            description={t('What the token is for')}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            data-autofocus
          />
          <TextInput
            label={t('Address')}
            description={t('Optional: a page about it')}
            placeholder="https://"
            value={noteUrl}
            onChange={(event) => setNoteUrl(event.currentTarget.value)}
            spellCheck={false}
          />
          <ScopeTree chosen={scopes} onChange={setScopes} />
          {save.isError && <ErrorNotice error={save.error} />}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={making}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {token === null ? t('Create token') : t('Save')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
