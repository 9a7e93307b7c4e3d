import { Stack, Text } from '@mantine/core';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { Brownouts } from './brownouts.tsx';
import { LoopbackServer } from './loopback-server.tsx';
import { PreviewSwitch } from './preview-switch.tsx';
import { RequestPanel } from './request-panel.tsx';
import { ServedRequests } from './served-requests.tsx';

/** The server for programs on this machine, its last requests, a try-out, and how the API behaves. */
export function ApiSettings() {
  return useOwnsInstallation() ? <InstallationApi /> : <OwnApi />;
}

function OwnApi() {
  return (
    <Stack gap="lg">
      <TryARequest />
      <Text c="dimmed" maw={640}>
        {t(
          'The server for programs, its last requests, preview media types and brownouts are for owners of this installation. They can tell you the server’s address; your programs sign in with tokens of yours.',
        )}
      </Text>
    </Stack>
  );
}

function TryARequest() {
  return (
    <Section title={t('Try a request')} description={t('Sent as you, through this window’s own door.')} wide>
      <RequestPanel />
    </Section>
  );
}

function InstallationApi() {
  const settings = useSettings();
  if (settings.isPending) return <Waiting>{t('Reading the settings…')}</Waiting>;
  if (settings.isError) return <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <Stack gap="lg">
      <Section
        title={t('Server')}
        description={t('Programs on this machine reach the API over HTTP. No other machine does.')}
      >
        <LoopbackServer loopback={settings.data.loopback} />
      </Section>
      <Section title={t('Last requests')} wide>
        <ServedRequests />
      </Section>
      <TryARequest />
      <Section title={t('Preview media types')}>
        <PreviewSwitch required={settings.data.preview_required} />
      </Section>
      <Section
        title={t('Brownouts')}
        description={t(
          'Times in which making a token with a password is refused, so that programs can be tried against it.',
        )}
      >
        <Brownouts brownouts={settings.data.brownouts} />
      </Section>
    </Stack>
  );
}
