import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { Grant } from '../../../service/api/access/access-schemas.ts';
import { useGrants, useRevokeGrant } from '../../api/applications.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { momentText } from '../../components/time-words.ts';
import { scopesText } from '../../components/token-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

/** What has access to the account, since when and with which scopes. */
export function Grants() {
  const grants = useGrants();
  const revoke = useRevokeGrant();
  const [asked, setAsked] = useState<Grant | null>(null);
  const close = () => {
    setAsked(null);
    revoke.reset();
  };
  return (
    <Section title={t('Access')} description={t('Applications that hold a token of your account.')} wide>
      {grants.isPending && <Waiting>{t('Reading what has access…')}</Waiting>}
      {grants.isError && <ErrorNotice error={grants.error} onRetry={() => void grants.refetch()} />}
      {grants.data?.length === 0 && <Text c="dimmed">{t('No application has access.')}</Text>}
      {grants.data && grants.data.length > 0 && (
        <EntryList label={t('Applications with access')}>
          {grants.data.map((grant) => (
            <Entry
              key={grant.id}
              name={grant.app.name}
              details={scopesText(grant.scopes)}
              aside={t('Since {created_at}', { created_at: momentText(grant.created_at) })}
            >
              <Button variant="default" flex="none" onClick={() => setAsked(grant)}>
                {t('Revoke…')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={t('Revoke access?')}
        text={t('All tokens that {name} holds for your account are deleted.', { name: asked?.app.name ?? '' })}
        confirmLabel={t('Revoke')}
        busy={revoke.isPending}
        error={revoke.error}
        onClose={close}
        onConfirm={() => asked && revoke.mutate(asked.id, { onSuccess: close })}
      />
    </Section>
  );
}
