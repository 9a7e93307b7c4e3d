import { Failure } from '../failures/failure.ts';
import type { Verdict } from '../vocabulary/verdict.ts';

/**
 * Why what nobody has looked at yet is not sent on by itself: something of the source is missing in it, or differs. Contents of Git LFS
 * that nobody has, and a missing default branch, are no reason: no other try brings them.
 * @param verdict null where none was reached
 */
export function whyWithheld(verdict: Verdict | null): Failure | null {
  const [lost, differing] = [verdict?.complete.lost ?? 0, verdict?.equal.differing ?? 0];
  return lost + differing === 0 ? null : Failure.of('push.withheld', { lost, differing });
}
