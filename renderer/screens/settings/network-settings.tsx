import { Stack } from '@mantine/core';
import { useNetwork } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { AddressTest } from './address-test.tsx';
import { AuthorityFile } from './authority-file.tsx';
import { ClientCertificates } from './client-certificates.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { ServerPatience } from './server-patience.tsx';

/** How everything that imports, pushes and tells reaches its servers. */
export function NetworkSettings() {
  const network = useNetwork();
  if (network.isPending) return <Waiting>{t('Reading the settings…')}</Waiting>;
  if (network.isError) return <ErrorNotice error={network.error} onRetry={() => void network.refetch()} />;
  const { proxy, environment, authorities, client_certificates, wait_minutes } = network.data;
  return (
    <Stack gap="lg">
      <Section
        title={t('Proxy')}
        description={t('For every address of http and https: imports, pushes, large files, webhooks.')}
      >
        <ProxyForm proxy={proxy} environment={environment} />
      </Section>
      <Section
        title={t('Authorities')}
        description={t(
          'Certificates of servers are trusted when they come from an authority of this machine, or from one in this file.',
        )}
      >
        <AuthorityFile file={authorities} />
      </Section>
      <Section title={t('Certificates of yours')} description={t('For servers that ask who you are by a certificate.')}>
        <ClientCertificates certificates={client_certificates} />
      </Section>
      <Section
        title={t('Servers that go away')}
        description={t(
          'When a connection breaks in the middle of an import or a push, it is tried again, with growing pauses. What a server refuses is not asked again.',
        )}
      >
        <ServerPatience minutes={wait_minutes} />
      </Section>
      <Section title={t('Test an address')} description={t('Goes the whole way and says at which part it ends.')}>
        <AddressTest />
      </Section>
    </Stack>
  );
}
