import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconShieldQuestion } from '@tabler/icons-react';
import type { UnknownHost } from '../../service/api/shared/schemas.ts';
import { useAcceptHost } from '../api/credentials.ts';
import { useOwnsInstallation } from '../api/repositories.ts';
import { t } from '../language/text.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Facts } from './facts.tsx';
import { MoreAbout } from './more-about.tsx';

interface HostKeyQuestionProps {
  host: UnknownHost;
  /** Whether what follows the answer is under way. */
  busy: boolean;
  onAccepted(): void;
}

/** Shows the fingerprints of an SSH server that is not known yet, and trusts it when a person says so. */
export function HostKeyQuestion({ host, busy, onAccepted }: HostKeyQuestionProps) {
  const accept = useAcceptHost();
  const ownsInstallation = useOwnsInstallation();
  const name = host.port === 22 ? host.host : t('{host}, port {port}', { host: host.host, port: host.port });
  return (
    <Alert color="yellow" variant="outline" icon={<IconShieldQuestion size={18} aria-hidden />} data-testid="host-key">
      <Stack gap="sm" align="flex-start">
        <Text role="alert">
          {t(
            'The SSH server {name} is not known on this machine. Compare its fingerprint with the one that the server’s administrator publishes. If they differ, somebody may be listening in between.',
            { name },
          )}
        </Text>
        <Facts
          facts={host.keys.map(({ type, fingerprint }) => [type, <Code key={type}>{fingerprint}</Code>] as const)}
        />
        <MoreAbout page="errors/certificates" />
        {accept.isError && <ErrorNotice error={accept.error} />}
        {ownsInstallation ? (
          <Group gap="sm">
            <Button loading={accept.isPending || busy} onClick={() => accept.mutate(host, { onSuccess: onAccepted })}>
              {t('The fingerprint is right, trust this server')}
            </Button>
          </Group>
        ) : (
          <>
            <Text>
              {t(
                'Servers are trusted by owners of this installation. Ask one of them to look at this address once, and try again then.',
              )}
            </Text>
            <Button variant="default" loading={busy} onClick={onAccepted}>
              {t('Try again')}
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}
