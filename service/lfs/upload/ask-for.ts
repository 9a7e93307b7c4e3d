/** What a Git LFS server that takes contents says of some of them. */
import type { LfsObject } from '../../vocabulary/history.ts';
import { askBatch, type LfsAnswer, type LfsOperation, readBatch } from '../server/batch.ts';
import type { LfsServerAccess } from '../server/find-server.ts';
import { batchFailure } from './lfs-failures.ts';
import { answerTo, WAITS } from './lfs-request.ts';

/**
 * Which of these objects the server lacks, and where it wants them or has them; whether they are too many for one request.
 * @throws Failure
 */
export async function askFor(
  server: LfsServerAccess,
  operation: LfsOperation,
  objects: readonly LfsObject[],
  signal: AbortSignal,
): Promise<LfsAnswer[] | 'too-many'> {
  const askedAt = performance.now();
  const { host } = new URL(server.endpoint);
  const send = () => askBatch(server, operation, objects, { signal, repeats: WAITS });
  const answer = await answerTo(send, host, signal);
  const { status, body } = answer;
  if (status === 413 && objects.length > 1) return 'too-many';
  if (status !== 200) throw batchFailure(server.endpoint, answer, server.hasLogin);
  try {
    return readBatch(body, operation, server.endpoint, askedAt);
  } catch (error) {
    throw batchFailure(server.endpoint, { ...answer, body: String(error) }, false);
  }
}
