/** Sends the contents of large files to a remote, before the refs whose pointers name them. */

import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { lfsFolder } from '../convert/publish-objects.ts';
import { localRepository } from '../local-repository.ts';
import type { UploadJob, UploadMessage } from './lfs-upload-worker.ts';

export interface UploadOptions {
  repositoryPath: string;
  /** Free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress: (fraction: number, text: Said) => void;
}

/** The LFS objects of a repository. */
export async function objectsIn(repositoryPath: string): Promise<LfsObject[]> {
  const folder = lfsFolder(repositoryPath);
  if (!existsSync(folder)) return [];
  const objects: LfsObject[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
    objects.push({ oid: entry.name, size: (await stat(join(entry.parentPath, entry.name))).size });
  }
  return objects.sort((a, b) => (a.oid < b.oid ? -1 : 1));
}

/**
 * Sends the objects that the remote lacks.
 * @throws Failure
 */
export async function uploadObjects(objects: LfsObject[], options: UploadOptions): Promise<void> {
  const { repositoryPath, remoteUrl, credentials, signal, onProgress } = options;
  const folder = lfsFolder(repositoryPath);
  const total = objects.reduce((sum, { size }) => sum + size, 0);
  const megabytes = (bytes: number) => Math.round(bytes / 1_048_576);
  if (localRepository(remoteUrl) === null) onProgress(0, say('Asking the remote which large files it has.'));
  await runInWorker<UploadJob, { sent: number }, UploadMessage>(
    import.meta.url,
    './lfs-upload-worker',
    { remoteUrl, credentials, folder, objects },
    {
      signal,
      onMessage: ({ done }) =>
        onProgress(
          total === 0 ? 1 : done / total,
          say('Sending large files, {done} of {total} MB.', { done: megabytes(done), total: megabytes(total) }),
        ),
    },
  );
}
