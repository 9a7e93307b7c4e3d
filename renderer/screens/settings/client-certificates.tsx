import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { NetworkAnswer } from '../../../service/api/settings/network-schemas.ts';
import { useChangeNetwork } from '../../api/network.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';

const empty = { host: '', certificate: '', key: '' };

/** Certificates by the host that is shown them, and a way to add one. */
export function ClientCertificates({ certificates }: { certificates: NetworkAnswer['client_certificates'] }) {
  const change = useChangeNetwork();
  const [added, setAdded] = useState(empty);
  const fieldOf = (name: keyof typeof empty, label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={added[name]}
      onChange={(event) => setAdded({ ...added, [name]: event.currentTarget.value })}
      flex={1}
      miw={160}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { host, certificate, key } = added;
    const entry = { host: host.trim(), certificate: certificate.trim(), key: key.trim() };
    change.mutate({ client_certificates: [...certificates, entry] }, { onSuccess: () => setAdded(empty) });
  };
  return (
    <Stack gap="sm" data-testid="client-certificates">
      {certificates.length === 0 && <Text>None is named.</Text>}
      {certificates.length > 0 && (
        <EntryList label="Certificates of yours">
          {certificates.map((entry) => (
            <Entry
              key={entry.host}
              name={entry.host === '*' ? 'Every server that asks' : entry.host}
              details={entry.certificate}
            >
              <Button
                variant="default"
                flex="none"
                aria-label={`Show no certificate to ${entry.host}`}
                disabled={change.isPending}
                onClick={() => change.mutate({ client_certificates: certificates.filter((other) => other !== entry) })}
              >
                Remove
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          {fieldOf('host', 'Host', 'svn.example.com, or * for all')}
          {fieldOf('certificate', 'File of the certificate (PEM)', '/home/me/me.pem')}
          {fieldOf('key', 'File of its key (PEM)', '/home/me/me.key')}
          <Button
            type="submit"
            variant="default"
            disabled={Object.values(added).some((value) => value.trim() === '')}
            loading={change.isPending}
          >
            Add the certificate
          </Button>
        </Group>
      </form>
      {change.isError && <ErrorNotice error={change.error} />}
    </Stack>
  );
}
