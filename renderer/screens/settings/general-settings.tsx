import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ColorScheme } from '../../../main/ipc/contract.ts';
import { useSetup } from '../../api/setup.ts';
import { Section } from '../../components/section.tsx';
import { ToolList } from '../../components/tool-list.tsx';
import { Truncated } from '../../components/truncated.tsx';
import { usePreferences } from '../../stores/preferences.ts';
import { Organizations } from './organizations.tsx';
import { ToolPlaces } from './tool-places.tsx';

const schemes: { value: ColorScheme; label: string }[] = [
  { value: 'auto', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Appearance, owners, the data folder, tools and versions. */
export function GeneralSettings() {
  const setup = useSetup();
  // Owners of the installation are told where it is.
  const dataFolder = setup.data?.data_folder ?? null;
  const versions = useQuery({ queryKey: ['versions'], queryFn: () => window.gantry.getVersions() });
  return (
    <Stack gap="md">
      <Section title="Appearance">
        <Group gap="md">
          <ColorSchemeChoice />
          <DensityChoice />
        </Group>
      </Section>
      <Section title="Owners">
        <Organizations />
      </Section>
      {dataFolder !== null && (
        <Section title="Data folder">
          <Group gap="sm" wrap="nowrap">
            <Truncated text={dataFolder} keep="end" />
            <Button variant="default" flex="none" onClick={() => void window.gantry.openDataFolder()}>
              Open folder
            </Button>
          </Group>
        </Section>
      )}
      <Section title="Tools">
        <ToolList tools={setup.data?.tools ?? []} />
        {dataFolder !== null && <ToolPlaces />}
      </Section>
      <Section title="Versions">
        {versions.data && (
          <Text c="dimmed" data-selectable>
            Gantry {versions.data.app} · Electron {versions.data.electron} · Chromium {versions.data.chrome} · Node{' '}
            {versions.data.node}
          </Text>
        )}
        <Anchor component={Link} to="/about">
          Licences, what is new, and new versions
        </Anchor>
      </Section>
    </Stack>
  );
}

function DensityChoice() {
  const { density, chooseDensity } = usePreferences();
  return (
    <SegmentedControl
      aria-label="Density"
      value={density}
      onChange={(value) => chooseDensity(value as typeof density)}
      data={[
        { value: 'comfortable', label: 'Comfortable' },
        { value: 'compact', label: 'Compact' },
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
      aria-label="Colour scheme"
      value={chosen.data ?? 'auto'}
      onChange={(value) => void choose(value as ColorScheme)}
      data={schemes}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}
