import { Button, Stack, Text } from '@mantine/core';
import { useForgetCredentials, useForgetHost, useKnownHosts, useRememberedCredentials } from '../../api/credentials.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { momentText } from '../../components/time-words.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';

/** Addresses whose passwords the keychain keeps, each with a way to forget it. */
export function RememberedPasswords() {
  const remembered = useRememberedCredentials();
  const forget = useForgetCredentials();
  if (remembered.isPending) return <Waiting>{t('Reading what is remembered…')}</Waiting>;
  if (remembered.isError) return <ErrorNotice error={remembered.error} onRetry={() => void remembered.refetch()} />;
  const { available, reason, entries } = remembered.data;
  return (
    <Stack gap="sm" data-testid="remembered-passwords">
      {!available && <Text>{reason}</Text>}
      {available && entries.length === 0 && <Text>{t('None is remembered.')}</Text>}
      {entries.length > 0 && (
        <EntryList label={t('Remembered passwords')}>
          {entries.map(({ id, address, username, created_at }) => (
            <Entry
              key={id}
              name={address}
              details={
                username === null
                  ? t('A token, since {created_at}', { created_at: momentText(created_at) })
                  : t('Of {username}, since {created_at}', { username, created_at: momentText(created_at) })
              }
            >
              <Button
                variant="default"
                flex="none"
                aria-label={t('Forget the password for {address}', { address })}
                disabled={forget.isPending}
                onClick={() => forget.mutate(id)}
              >
                {t('Forget')}
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
  if (hosts.isPending) return <Waiting>{t('Reading the servers…')}</Waiting>;
  if (hosts.isError) return <ErrorNotice error={hosts.error} onRetry={() => void hosts.refetch()} />;
  return (
    <Stack gap="sm" data-testid="trusted-servers">
      {hosts.data.length === 0 && (
        <Text>{t('None was accepted here. Those of your own known_hosts file count as well.')}</Text>
      )}
      {hosts.data.length > 0 && (
        <EntryList label={t('Trusted SSH servers')}>
          {hosts.data.map(({ id, host, port, type, fingerprint }) => (
            <Entry
              key={id}
              name={port === 22 ? host : t('{host}, port {port}', { host, port })}
              details={`${type} ${fingerprint}`}
            >
              <Button
                variant="default"
                flex="none"
                aria-label={t('Forget {type} of {host}', { type, host })}
                disabled={forget.isPending}
                onClick={() => forget.mutate(id)}
              >
                {t('Forget')}
              </Button>
            </Entry>
          ))}
        </EntryList>
      )}
      {forget.isError && <ErrorNotice error={forget.error} />}
    </Stack>
  );
}
