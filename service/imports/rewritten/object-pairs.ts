/** Objects of two repositories, read side by side. */
import { objectBatches } from '../../git/rewrite/history.ts';
import type { StreamedObject } from '../../git/rewrite/object-stream.ts';

/** Ids of what was, and of what was made of it. */
export interface Pair {
  before: string;
  after: string;
}

/** The repositories that have what was, and what was made of it. */
export interface Sides {
  before: string;
  after: string;
  signal: AbortSignal;
}

/**
 * Hands over both objects of each pair, in their order; the bytes are valid until `act` returns.
 * @throws Failure when one is missing or git fails
 */
export async function readPairs(
  { signal, ...repositories }: Sides,
  pairs: readonly Pair[],
  act: (before: StreamedObject, after: StreamedObject, index: number) => void,
): Promise<void> {
  if (pairs.length === 0) return;
  const idsOf = (side: keyof Pair) => pairs.map((pair) => pair[side]);
  const then = objectBatches({ repository: repositories.before, signal }, idsOf('before'));
  const now = objectBatches({ repository: repositories.after, signal }, idsOf('after'));
  let [batch, at, index]: [StreamedObject[], number, number] = [[], 0, 0];
  try {
    for await (const before of then) {
      for (const object of before) {
        if (at === batch.length) {
          batch = (await now.next()).value ?? [];
          at = 0;
        }
        act(object, batch[at++] as StreamedObject, index++);
      }
    }
  } finally {
    await now.return(undefined);
  }
}
