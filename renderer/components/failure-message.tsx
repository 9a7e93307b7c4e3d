import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { NotConfirmed, sentenceOf } from '../api/request.ts';
import { errorPageOfThrown } from './error-pages.ts';
import { MoreAbout } from './more-about.tsx';

/** Says what went wrong in a corner of the window: the one place for what no part of a screen shows itself. */
export function showFailure(error: unknown): void {
  // Who said "Not now" knows it.
  if (error instanceof NotConfirmed) return;
  notifications.show({
    color: 'red',
    message: (
      <Group gap="xs" justify="space-between" align="flex-end" wrap="nowrap">
        <Text size="sm">{sentenceOf(error)}</Text>
        <MoreAbout page={errorPageOfThrown(error)} />
      </Group>
    ),
  });
}
