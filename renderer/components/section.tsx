import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** What it is about, where the title does not say it. */
  description?: string;
  /** A button at the right of the title. */
  action?: ReactNode;
  /** As wide as the page; otherwise as wide as text is read well. */
  wide?: boolean;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, description, action, wide = false, children }: SectionProps) {
  return (
    <Stack gap="xs" component="section" aria-label={title} {...(wide ? {} : { maw: 640 })}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {description !== undefined && <Text c="dimmed">{description}</Text>}
      {children}
    </Stack>
  );
}
