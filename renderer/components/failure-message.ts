import { notifications } from '@mantine/notifications';
import { NotConfirmed, sentenceOf } from '../api/request.ts';

/** Says what went wrong in a corner of the window: the one place for what no part of a screen shows itself. */
export function showFailure(error: unknown): void {
  // Who said "Not now" knows it.
  if (error instanceof NotConfirmed) return;
  notifications.show({ color: 'red', message: sentenceOf(error) });
}
