import { Button, Stack, Text } from '@mantine/core';
import { useForgetCredentials, useForgetHost, useKnownHosts, useRememberedCredentials } from '../../api/credentials.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';

/** Addresses whose passwords the keychain keeps, each with a way to forget it. */
export function RememberedPasswords() {
  const remembered = useRememberedCredentials();
  const forget = useForgetCredentials();
  if (remembered.isPending) return <Waiting>Reading what is remembered…</Waiting>;
  if (remembered.isError) return <ErrorNotice error={remembered.error} onRetry={() => void remembered.refetch()} />;
  const { available, reason, entries } = remembered.data;
  return (
    <Stack gap="sm" data-testid="remembered-passwords">
      {!available && <Text>{reason}</Text>}
      {available && entries.length === 0 && <Text>None is remembered.</Text>}
      {entries.length > 0 && (
        <EntryList label="Remembered passwords">
          {entries.map(({ id, address, username, created_at }) => (
            <Entry
              key={id}
              name={address}
              details={`${username === null ? 'A token' : `Of ${username}`}, since ${momentText(created_at)}`}
            >
              <Button
                variant="default"
                flex="none"
                aria-label={`Forget the password for ${address}`}
                disabled={forget.isPending}
                onClick={() => forget.mutate(id)}
              >
                Forget
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      {forget.isError && <ErrorNotice error={forget.error} />}
    </Stack>
  );
}

/** SSH servers that were accepted here, each with a way to trust it no longer. */
export function TrustedServers() {
  const hosts = useKnownHosts();
  const forget = useForgetHost();
  if (hosts.isPending) return <Waiting>Reading the servers…</Waiting>;
  if (hosts.isError) return <ErrorNotice error={hosts.error} onRetry={() => void hosts.refetch()} />;
  return (
    <Stack gap="sm" data-testid="trusted-servers">
      {hosts.data.length === 0 && (
        <Text>None was accepted here. Those of your own known_hosts file count as well.</Text>
      )}
      {hosts.data.length > 0 && (
        <EntryList label="Trusted SSH servers">
          {hosts.data.map(({ id, host, port, type, fingerprint }) => (
            <Entry key={id} name={port === 22 ? host : `${host}, port ${port}`} details={`${type} ${fingerprint}`}>
              <Button
                variant="default"
                flex="none"
                aria-label={`Forget ${type} of ${host}`}
                disabled={forget.isPending}
                onClick={() => forget.mutate(id)}
              >
                Forget
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      {forget.isError && <ErrorNotice error={forget.error} />}
    </Stack>
  );
}
