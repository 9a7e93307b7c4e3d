import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import guide from '../../../docs/guide.md?raw';
import { Page } from '../../components/page.tsx';
import { Document } from './document.tsx';
import { type Block, readMarkdown, sectionsOf } from './markdown.ts';

/** What is found stands without the part that it lies in. */
const alone = (section: readonly Block[]) =>
  section.map((block) => (block.kind === 'heading' ? { ...block, level: 2 } : block));

/** The user's guide, as it was written for this version; it needs no network. */
export function HelpScreen() {
  const [wanted, setWanted] = useState('');
  const sections = useMemo(() => sectionsOf(readMarkdown(guide)), []);
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = sections.filter((section) => {
    const text = section
      .flatMap(({ lines }) => lines)
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <Page
      title="Help"
      actions={
        <Anchor component={Link} to="/about" style={{ flex: 'none' }}>
          About Gantry
        </Anchor>
      }
    >
      <Group>
        <TextInput
          label="Find in the guide"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          w={320}
        />
      </Group>
      <Text role="status" c="dimmed">
        {words.length > 0 && `${shown.length} of ${sections.length} parts`}
      </Text>
      <Stack gap="sm" data-testid="guide">
        <Document key={wanted} blocks={words.length === 0 ? shown.flat() : shown.flatMap(alone)} />
      </Stack>
    </Page>
  );
}
