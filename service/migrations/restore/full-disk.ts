/** Restores on a disk that has too little room, or none: they go on when there is some. */
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { Failure, type FailureData } from '../../failures/failure.ts';
import { isWaitingForRoom, waitingForRoom } from '../../files/waits-for-room.ts';

/** Said before anything is written: the disk is not full. */
export const TOO_LITTLE = 'restore.too_little_space' satisfies FailureKey;

/** How much more room a restore needs, in bytes; 0 where nobody knows. */
export function lackOf({ parameters: { lacks } }: Failure): number {
  return typeof lacks === 'number' ? lacks : 0;
}

/** The same failure of a restore that goes on by itself. */
export function waiting(failure: Failure): Failure {
  const { needed, free } = failure.parameters;
  if (failure.key !== TOO_LITTLE) return waitingForRoom(failure);
  return Failure.of('restore.waits_for_space', { needed: String(needed), free: String(free) }, failure.detail);
}

/** Whether a restore ended so goes on by itself. */
export function isWaiting(failure: Pick<FailureData, 'key'> | null | undefined): boolean {
  return isWaitingForRoom(failure) || failure?.key === ('restore.waits_for_space' satisfies FailureKey);
}
