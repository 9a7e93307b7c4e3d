import { Stack } from '@mantine/core';
import { useNetwork } from '../../api/network.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { AddressTest } from './address-test.tsx';
import { AuthorityFile } from './authority-file.tsx';
import { ClientCertificates } from './client-certificates.tsx';
import { ProxyForm } from './proxy-form.tsx';
import { ServerPatience } from './server-patience.tsx';

/** How everything that imports, pushes and tells reaches its servers. */
export function NetworkSettings() {
  const network = useNetwork();
  if (network.isPending) return <Waiting>Reading the settings…</Waiting>;
  if (network.isError) return <ErrorNotice error={network.error} onRetry={() => void network.refetch()} />;
  const { proxy, environment, authorities, client_certificates, wait_minutes } = network.data;
  return (
    <Stack gap="lg">
      <Section title="Proxy" description="For every address of http and https: imports, pushes, large files, webhooks.">
        <ProxyForm proxy={proxy} environment={environment} />
      </Section>
      <Section
        title="Authorities"
        description="Certificates of servers are trusted when they come from an authority of this machine, or from one in this file."
      >
        <AuthorityFile file={authorities} />
      </Section>
      <Section title="Certificates of yours" description="For servers that ask who you are by a certificate.">
        <ClientCertificates certificates={client_certificates} />
      </Section>
      <Section
        title="Servers that go away"
        description="When a connection breaks in the middle of an import or a push, it is tried again, with growing pauses. What a server refuses is not asked again."
      >
        <ServerPatience minutes={wait_minutes} />
      </Section>
      <Section title="Test an address" description="Goes the whole way and says at which part it ends.">
        <AddressTest />
      </Section>
    </Stack>
  );
}
