import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ColorScheme } from '../../../main/ipc/contract.ts';
import { useSetup } from '../../api/setup.ts';
import { Section } from '../../components/section.tsx';
import { ToolList } from '../../components/tool-list.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { versionsText } from '../../components/version-words.ts';
import { t } from '../../language/text.ts';
import { usePreferences } from '../../stores/preferences.ts';
import { LanguageChoice } from './language-choice.tsx';
import { Organizations } from './organizations.tsx';
import { ToolPlaces } from './tool-places.tsx';

const schemes: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: t('As the system') },
  { value: 'light', label: t('Light') },
  { value: 'dark', label: t('Dark') },
];

/** Appearance, owners, the data folder, tools and versions. */
export function GeneralSettings() {
  const setup = useSetup();
  // Owners of the installation are told where it is.
  const dataFolder = setup.data?.data_folder ?? null;
  const versions = useQuery({ queryKey: ['versions'], queryFn: () => window.gantry.getVersions() });
  return (
    <Stack gap="md">
      <Section title={t('Appearance')}>
        <Group gap="md">
          <ColorSchemeChoice />
          <DensityChoice />
        </Group>
      </Section>
      <Section title={t('Language')}>
        <LanguageChoice />
      </Section>
      <Section title={t('Owners')}>
        <Organizations />
      </Section>
      {dataFolder !== null && (
        <Section title={t('Data folder')}>
          <Group gap="sm" wrap="nowrap">
            <Truncated text={dataFolder} keep="end" />
            <Button variant="default" flex="none" onClick={() => void window.gantry.openDataFolder()}>
              {t('Open folder')}
            </Button>
          </Group>
        </Section>
      )}
      <Section title={t('Tools')}>
        <ToolList tools={setup.data?.tools ?? []} />
        {dataFolder !== null && <ToolPlaces />}
      </Section>
      <Section title={t('Versions')}>
        {versions.data && (
          <Text c="dimmed" data-selectable>
            {versionsText(versions.data)}
          </Text>
        )}
        <Anchor component={Link} to="/about">
          {t('Licences, what is new, and new versions')}
        </Anchor>
      </Section>
    </Stack>
  );
}

function DensityChoice() {
  const { density, chooseDensity } = usePreferences();
  return (
    <SegmentedControl
      aria-label={t('Density')}
      value={density}
      onChange={(value) => chooseDensity(value as typeof density)}
      data={[
        { value: 'comfortable', label: t('Comfortable') },
        { value: 'compact', label: t('Compact') },
      ]}
    />
  );
}

function ColorSchemeChoice() {
  const queries = useQueryClient();
  const queryKey = ['color-scheme'];
  const chosen = useQuery({ queryKey, queryFn: () => window.gantry.getColorScheme() });
  const choose = async (scheme: ColorScheme) => {
    queries.setQueryData(queryKey, scheme);
    await window.gantry.setColorScheme({ scheme });
  };
  return (
    <SegmentedControl
      aria-label={t('Colour scheme')}
      value={chosen.data ?? 'auto'}
      onChange={(value) => void choose(value as ColorScheme)}
      data={schemes}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}
