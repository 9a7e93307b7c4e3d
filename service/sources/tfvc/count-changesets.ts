/** How many changesets the server lists of what was fetched. */
import type { TfvcClient } from './api/client.ts';
import { NotTheApi } from './api/failures.ts';
import { listChangesets } from './api/server.ts';

/** Parts that are listed beside each other: within one, each page is asked for only when the one before it says where it ends. */
const PARTS = 4;

/**
 * @param path of the project on the server
 * @param revision of the last changeset that counts
 * @param some changesets that were fetched: where the list is parted. Of fewer than there are parts it is not
 * @throws what the client throws
 */
export async function countChangesets(
  client: TfvcClient,
  path: string,
  revision: number,
  some: readonly number[],
): Promise<number> {
  const count = async (after: number, upTo: number) => {
    let counted = 0;
    for await (const _ of listChangesets(client, path, after, upTo, 1)) counted += 1;
    return counted;
  };
  const ends = endsOf([...new Set(some)].filter((id) => id < revision).sort((a, b) => a - b));
  const parts = [0, ...ends].map((after, n) => count(after, ends[n] ?? revision));
  const failed = (await Promise.allSettled(parts)).find((part) => part.status === 'rejected');
  if (failed === undefined) return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0);
  // One where a part ends may not be listed any more. What is listed in one piece is what counts.
  if (failed.reason instanceof NotTheApi) return count(0, revision);
  throw failed.reason;
}

function endsOf(ids: readonly number[]): number[] {
  if (ids.length < PARTS) return [];
  return Array.from({ length: PARTS - 1 }, (_, n) => ids[Math.floor(((n + 1) * ids.length) / PARTS)] as number);
}
