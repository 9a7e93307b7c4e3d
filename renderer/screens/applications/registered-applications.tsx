import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Application, NewApplication } from '../../../service/api/access/access-schemas.ts';
import { useApplications, useDeleteApplication } from '../../api/applications.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { NewApplicationDialog, RegisterApplicationDialog } from './register-application-dialog.tsx';

type Opened =
  | { dialog: 'register' }
  | { dialog: 'show'; application: NewApplication }
  | { dialog: 'delete'; application: Application };

/** Applications that this account registered. */
export function RegisteredApplications() {
  const applications = useApplications();
  const remove = useDeleteApplication();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => {
    setOpened(null);
    remove.reset();
  };
  const register = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={!applications.isSuccess}
      onClick={() => setOpened({ dialog: 'register' })}
    >
      {t('Register application')}
    </Button>
  );
  return (
    <Section
      title={t('Registered by you')}
      description={t('A registered application has an id and a secret, with which it asks for a token of a person.')}
      action={register}
      wide
    >
      {applications.isPending && <Waiting>{t('Reading the applications…')}</Waiting>}
      {applications.isError && <ErrorNotice error={applications.error} onRetry={() => void applications.refetch()} />}
      {applications.data?.length === 0 && <Text c="dimmed">{t('No application is registered.')}</Text>}
      {applications.data && applications.data.length > 0 && (
        <EntryList label={t('Registered applications')}>
          {applications.data.map((application) => (
            <Entry
              key={application.client_id}
              name={application.name}
              details={t('Client id {client_id}', { client_id: application.client_id })}
              aside={momentText(application.created_at)}
            >
              <Button variant="default" flex="none" onClick={() => setOpened({ dialog: 'delete', application })}>
                {t('Delete…')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      {opened?.dialog === 'register' && (
        <RegisterApplicationDialog
          onClose={close}
          onRegistered={(application) => setOpened({ dialog: 'show', application })}
        />
      )}
      {opened?.dialog === 'show' && <NewApplicationDialog application={opened.application} onClose={close} />}
      {opened?.dialog === 'delete' && (
        <ConfirmDialog
          opened
          title={t('Delete this application?')}
          text={t('{name} loses its id and secret, and every token that it holds, of all accounts.', {
            name: opened.application.name,
          })}
          confirmLabel={t('Delete')}
          busy={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() => remove.mutate(opened.application.client_id, { onSuccess: close })}
        />
      )}
    </Section>
  );
}
