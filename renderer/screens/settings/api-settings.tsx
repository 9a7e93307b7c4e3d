import { Stack } from '@mantine/core';
import { useSettings } from '../../api/settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Section } from '../../components/section.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { Brownouts } from './brownouts.tsx';
import { LoopbackServer } from './loopback-server.tsx';
import { PreviewSwitch } from './preview-switch.tsx';
import { RequestPanel } from './request-panel.tsx';
import { ServedRequests } from './served-requests.tsx';

/** The server for programs on this machine, its last requests, a try-out, and how the API behaves. */
export function ApiSettings() {
  const settings = useSettings();
  if (settings.isPending) return <Waiting>Reading the settings…</Waiting>;
  if (settings.isError) return <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />;
  return (
    <Stack gap="lg">
      <Section title="Server" description="Programs on this machine reach the API over HTTP. No other machine does.">
        <LoopbackServer loopback={settings.data.loopback} />
      </Section>
      <Section title="Last requests" wide>
        <ServedRequests />
      </Section>
      <Section title="Try a request" description="Sent as you, through this window’s own door." wide>
        <RequestPanel />
      </Section>
      <Section title="Preview media types">
        <PreviewSwitch required={settings.data.preview_required} />
      </Section>
      <Section
        title="Brownouts"
        description="Times in which making a token with a password is refused, so that programs can be tried against it."
      >
        <Brownouts brownouts={settings.data.brownouts} />
      </Section>
    </Stack>
  );
}
