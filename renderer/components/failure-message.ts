import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../api/request.ts';

/** Says what went wrong in a corner of the window: the one place for what no part of a screen shows itself. */
export function showFailure(error: unknown): void {
  notifications.show({ color: 'red', message: sentenceOf(error) });
}
