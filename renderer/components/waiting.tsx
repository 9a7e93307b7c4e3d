import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A wait, with words that say for what. */
export function Waiting({ children }: { children: ReactNode }) {
  return (
    <Group gap="xs" p="md" role="status" data-testid="waiting">
      <Loader size={14} aria-hidden />
      <Text c="dimmed">{children}</Text>
    </Group>
  );
}
