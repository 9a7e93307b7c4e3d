/** Tests with another user of this machine: for real where they run as root, else skipped with a word. */
import { test } from 'vitest';

/** The user and group "nobody" of Debian. */
export const NOBODY = 65534;

export function withSecondUser(title: string, work: () => void | Promise<void>): void {
  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(isRoot ? title : `${title} (skipped: only root can act as a second user)`, work);
}
