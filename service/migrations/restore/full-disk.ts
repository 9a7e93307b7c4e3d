/** Restores on a disk that has too little room, or none: they go on when there is some. */
import type { FailureKey } from '../../failures/catalogue/index.ts';
import { Failure, type FailureData } from '../../failures/failure.ts';

/** Of restores that go on by themselves when there is room. */
const WAITS: readonly (string | undefined)[] = ['disk.full_waits', 'restore.waits_for_space'] satisfies FailureKey[];

/** Said before anything is written: the disk is not full. */
export const TOO_LITTLE = 'restore.too_little_space' satisfies FailureKey;

/** How much more room a restore needs, in bytes; 0 where nobody knows. */
export function lackOf({ parameters: { lacks } }: Failure): number {
  return typeof lacks === 'number' ? lacks : 0;
}

/** The same failure of a restore that goes on by itself. */
export function waiting({ key, parameters, detail }: Failure): Failure {
  const { needed, free } = parameters;
  if (key !== TOO_LITTLE) return Failure.of('disk.full_waits', {}, detail);
  return Failure.of('restore.waits_for_space', { needed: String(needed), free: String(free) }, detail);
}

/** Whether a restore ended so goes on by itself. */
export function isWaiting(failure: Pick<FailureData, 'key'> | null | undefined): boolean {
  return WAITS.includes(failure?.key);
}
