/** Worker thread that sends LFS objects: the batch API with basic transfers (git-lfs, docs/api/batch.md). */

import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { localRepository } from '../local-repository.ts';
import { BATCH } from '../server/batch.ts';
import { findLfsServer } from '../server/find-server.ts';
import { askFor } from './ask-for.ts';
import { copyObjects } from './copy-objects.ts';
import { sendThese } from './send-these.ts';

export interface UploadJob {
  /** Address of the remote, free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  /** Folder `lfs/objects` of the repository. */
  folder: string;
  objects: LfsObject[];
}

export interface UploadMessage {
  /** Bytes that need not be sent any more. */
  done: number;
}

/** Milliseconds before its end at which a login is renewed. */
const RENEWAL_MS = 60_000;
/** Bytes between two messages. */
const REPORT_BYTES = 256 << 10;

serveJob<UploadJob, { sent: number }, UploadMessage>(async (job, post, signal) => {
  let done = 0;
  let told = 0;
  const advance = (bytes: number) => {
    done += bytes;
    if (done - told < REPORT_BYTES) return;
    told = done;
    post({ done });
  };
  const local = localRepository(job.remoteUrl);
  try {
    if (local === null) return { sent: await sendAll(job, advance, signal) };
    const { folder: from, objects } = job;
    return { sent: await copyObjects({ from, to: join(local, 'lfs', 'objects'), objects }, advance, signal) };
  } finally {
    // Another try counts from here.
    post({ done });
  }
});

/** @returns the number of contents that were sent */
async function sendAll(job: UploadJob, advance: (bytes: number) => void, signal: AbortSignal): Promise<number> {
  let server = await findLfsServer(job.remoteUrl, job.credentials, signal);
  let most = BATCH;
  let sent = 0;
  let waiting: readonly LfsObject[] = job.objects;
  while (waiting.length > 0) {
    if (server.expiresAt - performance.now() < RENEWAL_MS)
      server = await findLfsServer(job.remoteUrl, job.credentials, signal);
    const objects = waiting.slice(0, most);
    const asked = await askFor(server, 'upload', objects, signal);
    if (asked === 'too-many') {
      most = Math.ceil(objects.length / 2);
      continue;
    }
    const answers = new Map(asked.map((answer) => [answer.oid, answer]));
    const upload = { server, folder: job.folder, advance, signal };
    const came = await sendThese({ objects, answers, upload });
    sent += came.sent;
    waiting = [...came.ended, ...waiting.slice(objects.length)];
  }
  return sent;
}
