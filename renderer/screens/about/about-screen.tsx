import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useOwners } from '../../api/repositories.ts';
import { Mark } from '../../components/mark.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { versionsText } from '../../components/version-words.ts';
import { t } from '../../language/text.ts';
import { Licences } from './licences.tsx';
import { NewVersions } from './new-versions.tsx';
import { WhatIsNew } from './what-is-new.tsx';

/** Which Gantry this is, what is new in it, whose work is in it, and whether there is a newer one. */
export function AboutScreen() {
  const versions = useQuery({ queryKey: ['versions'], queryFn: () => window.gantry.getVersions() });
  const owners = useOwners();
  return (
    <Page title={t('About Gantry')}>
      <Stack gap="lg" data-testid="about">
        <Section title={t('Version')}>
          <Group gap="md" wrap="nowrap">
            <Mark size={48} />
            {versions.data && (
              <Text data-selectable data-testid="versions">
                {versionsText(versions.data)}
              </Text>
            )}
          </Group>
          <Text>
            {owners.data?.installation === true ? (
              <>
                {t('Something is wrong?')}{' '}
                <Anchor component={Link} to="/settings/maintenance" underline="always">
                  {t('Diagnostics')}
                </Anchor>{' '}
                {t('say how this installation is, without names and addresses.')}
              </>
            ) : (
              t('Something is wrong? An owner of this installation makes diagnostics in Settings, Maintenance.')
            )}
          </Text>
        </Section>
        <Section title={t('New versions')}>
          <NewVersions />
        </Section>
        <Section title={t('What is new')}>
          <WhatIsNew />
        </Section>
        <Section
          title={t('Licences')}
          description={t(
            'Gantry is free software under the MIT licence, by the Gantry authors. It holds the work of others, whose licences follow.',
          )}
        >
          <Licences />
        </Section>
      </Stack>
    </Page>
  );
}
