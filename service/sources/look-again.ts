/** A look that a person waits for before anything is begun: a server that is not well at that moment is asked a few times more. */

import { asFailure } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { isUnwell, type Patience, patiently } from '../network/patience.ts';
import type { DetectionResult } from './detection.ts';

/** Longest wait for one that is not well, in milliseconds: whoever looks at a dialog is told rather than kept. */
const AGAIN_MS = 5000;
/** A look that took longer is not made again. */
const SLOW_MS = 10_000;

/**
 * @param patience whose limit does not count here
 * @throws what `look` throws; the signal's reason when aborted
 */
export async function lookAgain(
  patience: Patience,
  signal: AbortSignal,
  look: () => Promise<DetectionResult>,
): Promise<DetectionResult> {
  const begun = performance.now();
  const limitMs = () => Math.min(patience.limitMs(), performance.now() - begun < SLOW_MS ? AGAIN_MS : 0);
  try {
    return await patiently(
      { ...patience, limitMs },
      { signal, passes: isUnwell, onWait: () => undefined },
      async () => {
        const result = await look();
        if (result.kind === 'unreachable' && isUnwell(result.failure)) throw new Failure(result.failure);
        return result;
      },
    );
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    if (!isUnwell(failure)) throw error;
    return { kind: 'unreachable', failure: dataOf(failure), unknown_host: null };
  }
}
