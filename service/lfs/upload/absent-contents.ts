/** Large files whose pointers a push brings and whose contents nobody has: neither the repository nor the remote. */
import { runInWorker } from '../../processes/workers.ts';
import type { AbsentContents, AbsentJob } from './absent-contents-worker.ts';
import { objectsIn, type UploadOptions } from './lfs-upload.ts';

/**
 * @param tips ids that the pushed refs name, the default branch's first
 * @throws Failure where the remote breaks off; one that cannot say has none of them
 */
export async function absentContents(
  tips: readonly string[],
  { repositoryPath, remoteUrl, credentials, signal }: Omit<UploadOptions, 'onProgress'>,
): Promise<AbsentContents> {
  const here = await objectsIn(repositoryPath);
  const job: AbsentJob = { repositoryPath, remoteUrl, credentials, here: here.map(({ oid }) => oid), tips: [...tips] };
  return await runInWorker<AbsentJob, AbsentContents>(import.meta.url, './absent-contents-worker', job, { signal });
}
