/** What a full disk ended, as it is kept where the work goes on by itself when there is room. */
import type { FailureKey } from '../failures/catalogue/index.ts';
import { Failure, type FailureData } from '../failures/failure.ts';

const WAITS: readonly (string | undefined)[] = ['disk.full_waits', 'disk.no_more_files_waits'] satisfies FailureKey[];

/** The same failure of work that goes on by itself. */
export function waitingForRoom({ key, detail }: Failure): Failure {
  return Failure.of(key === 'disk.no_more_files' ? 'disk.no_more_files_waits' : 'disk.full_waits', {}, detail);
}

/** Whether work that ended so goes on by itself. */
export function isWaitingForRoom(failure: Pick<FailureData, 'key'> | null | undefined): boolean {
  return WAITS.includes(failure?.key);
}
