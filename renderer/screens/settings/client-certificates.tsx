import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NetworkAnswer } from '../../../service/api/settings/network-schemas.ts';
import { useChangeNetwork } from '../../api/network.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FileField } from '../../components/file-field.tsx';
import { useUnsaved } from '../../components/unsaved-changes.tsx';
import { t } from '../../language/text.ts';

const empty = { host: '', certificate: '', key: '' };

/** Certificates by the host that is shown them, and a way to add one. */
export function ClientCertificates({ certificates }: { certificates: NetworkAnswer['client_certificates'] }) {
  const change = useChangeNetwork();
  const [added, setAdded] = useState(empty);
  useUnsaved(Object.values(added).some((part) => part.trim() !== ''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { host, certificate, key } = added;
    const entry = { host: host.trim(), certificate: certificate.trim(), key: key.trim() };
    change.mutate({ client_certificates: [...certificates, entry] }, { onSuccess: () => setAdded(empty) });
  };
  return (
    <Stack gap="sm" data-testid="client-certificates">
      {certificates.length === 0 && <Text>{t('None is named.')}</Text>}
      {certificates.length > 0 && (
        <EntryList label={t('Certificates of yours')}>
          {certificates.map((entry) => (
            <Entry
              key={entry.host}
              name={entry.host === '*' ? t('Every server that asks') : entry.host}
              details={entry.certificate}
            >
              <Button
                variant="default"
                flex="none"
                aria-label={t('Show no certificate to {host}', { host: entry.host })}
                disabled={change.isPending}
                onClick={() => change.mutate({ client_certificates: certificates.filter((other) => other !== entry) })}
              >
                {t('Remove')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      <form onSubmit={submit}>
        <Stack gap="sm" align="stretch">
          <TextInput
            label={t('Host')}
            placeholder={t('svn.example.com, or * for every server that asks')}
            value={added.host}
            onChange={(event) => setAdded({ ...added, host: event.currentTarget.value })}
          />
          <FileField
            label={t('File of the certificate (PEM)')}
            placeholder="/home/me/me.pem"
            value={added.certificate}
            onChange={(certificate) => setAdded({ ...added, certificate })}
          />
          <FileField
            label={t('File of its key (PEM)')}
            placeholder="/home/me/me.key"
            value={added.key}
            onChange={(key) => setAdded({ ...added, key })}
          />
          <Button
            style={{ alignSelf: 'flex-start' }}
            type="submit"
            variant="default"
            disabled={Object.values(added).some((value) => value.trim() === '')}
            loading={change.isPending}
          >
            {t('Add the certificate')}
          </Button>
        </Stack>
      </form>
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
