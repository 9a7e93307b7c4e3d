import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Authorization } from '../../../service/api/access/access-schemas.ts';
import { useDeleteToken, useRegenerateToken, useTokens } from '../../api/tokens.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { nameOf } from '../../components/token-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { TokenList } from './token-list.tsx';

type Opened =
  | { dialog: 'create' }
  | { dialog: 'edit' | 'regenerate' | 'delete'; token: Authorization }
  | { dialog: 'show'; text: string };

/** Tokens: what programs sign in with in place of the password. */
export function TokensScreen() {
  const tokens = useTokens();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const show = (token: Authorization) => setOpened(token.token === '' ? null : { dialog: 'show', text: token.token });
  const create = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      flex="none"
      disabled={!tokens.isSuccess}
      onClick={() => setOpened({ dialog: 'create' })}
    >
      {t('New token')}
    </Button>
  );
  return (
    <Page title={t('Tokens')} actions={create} fill>
      {tokens.isPending && <Waiting>{t('Reading the tokens…')}</Waiting>}
      {tokens.isError && <ErrorNotice error={tokens.error} onRetry={() => void tokens.refetch()} />}
      {tokens.data?.length === 0 && (
        <Text c="dimmed" maw={560} data-testid="tokens-empty">
          {t(
            'No tokens yet. A program that uses the API signs in with a token in place of your password, and may do what the token’s scopes allow.',
          )}
        </Text>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <TokenList tokens={tokens.data} onAct={(dialog, token) => setOpened({ dialog, token })} />
      )}
      {opened?.dialog === 'create' && <TokenDialog token={null} onClose={close} onSaved={show} />}
      {opened?.dialog === 'edit' && <TokenDialog token={opened.token} onClose={close} onSaved={show} />}
      {opened?.dialog === 'show' && <NewTokenDialog token={opened.text} onClose={close} />}
      {opened?.dialog === 'regenerate' && <RegenerateToken token={opened.token} onClose={close} onRegenerated={show} />}
      {opened?.dialog === 'delete' && <DeleteToken token={opened.token} onClose={close} />}
    </Page>
  );
}

interface TokenActionProps {
  token: Authorization;
  onClose(): void;
}

function RegenerateToken({
  token,
  onClose,
  onRegenerated,
}: TokenActionProps & { onRegenerated(token: Authorization): void }) {
  const regenerate = useRegenerateToken();
  return (
    <ConfirmDialog
      opened
      title={t('Regenerate this token?')}
      text={t('“{token}” gets a new text. Programs that use the old one can no longer sign in.', {
        token: nameOf(token),
      })}
      confirmLabel={t('Regenerate')}
      busy={regenerate.isPending}
      error={regenerate.error}
      // The new text is shown only here, once it is made.
      onClose={regenerate.isPending ? () => undefined : onClose}
      onConfirm={() => regenerate.mutate(token.id, { onSuccess: onRegenerated })}
    />
  );
}

function DeleteToken({ token, onClose }: TokenActionProps) {
  const remove = useDeleteToken();
  return (
    <ConfirmDialog
      opened
      title={t('Delete this token?')}
      text={t('Programs that use “{token}” can no longer sign in.', { token: nameOf(token) })}
      confirmLabel={t('Delete')}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate(token.id, { onSuccess: onClose })}
    />
  );
}
