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

/** Two streams that do not end at the same time. */
export class OtherOrder extends Error {}

type Act = (before: StreamedObject, after: StreamedObject, index: number) => void | Promise<void>;

/**
 * Hands over both objects of each pair, in their order; the bytes are valid until `act` returns.
 * @throws Failure when one is missing or git fails
 */
export async function readPairs({ signal, ...repositories }: Sides, pairs: readonly Pair[], act: Act): Promise<void> {
  if (pairs.length === 0) return;
  const objectsOf = (side: keyof Pair) =>
    objectBatches(
      { repository: repositories[side], signal },
      pairs.map((pair) => pair[side]),
    );
  await sideBySide(objectsOf('before'), objectsOf('after'), act);
}

/** @throws OtherOrder @throws Failure */
export async function sideBySide(
  then: AsyncGenerator<StreamedObject[]>,
  now: AsyncGenerator<StreamedObject[]>,
  act: Act,
): Promise<void> {
  let [batch, at, index]: [StreamedObject[], number, number] = [[], 0, 0];
  const next = async () => {
    batch = (await now.next()).value ?? [];
    at = 0;
  };
  try {
    for await (const before of then) {
      for (const object of before) {
        if (at === batch.length) await next();
        const other = batch[at++];
        if (other === undefined) throw new OtherOrder();
        const work = act(object, other, index++);
        if (work !== undefined) await work;
      }
    }
    if (at === batch.length) await next();
    if (at < batch.length) throw new OtherOrder();
  } finally {
    await now.return(undefined);
  }
}
