import { Stack } from '@mantine/core';
import { Section } from '../../components/section.tsx';
import { t } from '../../language/text.ts';
import { ActivityNow } from './activity-now.tsx';
import { BackupList } from './backup-list.tsx';
import { CheckPanel } from './check-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
import { StrayRepositories } from './stray-repositories.tsx';

/** How this installation is, what it does, and ways back. For owners of the installation. */
export function MaintenanceSettings() {
  return (
    <Stack gap="lg">
      <Section title={t('What Gantry is doing now')}>
        <ActivityNow />
      </Section>
      <Section
        title={t('Check this installation')}
        description={t(
          'Reads everything once: the databases, every byte of every repository, the checksums of archives, and whether each file belongs to something. Nothing is changed. Imports go on beside it.',
        )}
      >
        <CheckPanel />
      </Section>
      <StrayRepositories />
      <Section
        title={t('Backups')}
        description={t(
          'Gantry copies its databases every day and before each change of their layout. Repositories, archives and keys are not in these copies: back up the whole data folder with your own tools.',
        )}
      >
        <BackupList />
      </Section>
      <Section
        title={t('Diagnostics')}
        description={t(
          'Versions, states, timings and logs, for whoever helps you to find a fault. Names, addresses, people and secrets are taken out; read the text before you give it away.',
        )}
      >
        <DiagnosticsPanel />
      </Section>
    </Stack>
  );
}
