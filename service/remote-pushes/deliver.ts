/** What a push brings: the large files, then the refs, all at once where the remote takes that. */
import { join } from 'node:path';
import { type Sentence, say } from '../../language/sentence.ts';
import { asFailure } from '../failures/as-failure.ts';
import { folderSizeKb } from '../git/bare-repository.ts';
import { localRepository } from '../lfs/local-repository.ts';
import { objectsIn, uploadObjects } from '../lfs/upload/lfs-upload.ts';
import { mayPass } from '../network/patience.ts';
import { listRemoteRefs } from '../sources/remote-refs.ts';
import type { Refusal } from '../vocabulary/push-target.ts';
import { type Limits, leases, Pieces, REFS_AT_ONCE, sizeRefusal, type WantedRef } from './pieces/pieces.ts';
import { type SendJob, type Sent, send } from './send.ts';

/** Percent of a push that contents of large files take, where there are any. */
const LFS_SHARE = 80;
/** Bytes of a push that goes alone: half of what the strictest of the large hosts takes, and not too much to lose with a line. */
export const PIECE = 1 << 30;
/** Smaller ones are not made for lines that break off. */
const LEAST_PIECE = 16 << 20;

/** What is to arrive, and what was found out about the remote meanwhile: it holds for further tries. */
export interface Delivery {
  refs: readonly WantedRef[];
  /** Refs that hold other history there, and stay so. */
  leftOut: readonly Refusal[];
  limits: Limits;
  /** Whether a push that went in pieces did not end. */
  hasMarks: boolean;
}

interface DeliveryJob extends SendJob {
  /** Percent of the whole. */
  onProgress: (percent: number, text: Sentence) => void;
}

/** The large files, then the refs: a pointer without its content would break every checkout of the remote. @throws Failure */
export async function deliver(job: DeliveryJob, delivery: Delivery): Promise<Sent> {
  const { limits } = delivery;
  const objects = await objectsIn(job.repositoryPath);
  const before = objects.length === 0 ? 0 : LFS_SHARE;
  if (objects.length > 0) {
    const { onProgress } = job;
    await uploadObjects(objects, { ...job, onProgress: (done, text) => onProgress(done * before, text) });
  }
  const onProgress = (fraction: number, text: Sentence) => job.onProgress(before + fraction * (99 - before), text);
  const size = (await folderSizeKb(join(job.repositoryPath, 'objects'))) * 1024;
  try {
    // No line to lose, and nobody between.
    const isNear = localRepository(job.remoteUrl) !== null;
    return await deliverRefs({ ...job, onProgress }, delivery, delivery.hasMarks || (!isNear && size > limits.bytes));
  } catch (error) {
    // What broke off is lost; less would have been.
    if (mayPass(asFailure(error))) {
      const half = Math.floor(Math.min(limits.bytes, size) / 2);
      limits.bytes = Math.min(limits.bytes, Math.max(LEAST_PIECE, half));
    }
    throw error;
  }
}

interface RefsJob extends SendJob {
  /** `fraction` of what Git sends. */
  onProgress: (fraction: number, text: Sentence) => void;
}

async function deliverRefs(job: RefsJob, delivery: Delivery, isLarge: boolean): Promise<Sent> {
  const { refs, limits } = delivery;
  const begin = async () => new Pieces({ ...job, refs, limits, there: await listRemoteRefs(job.remoteUrl, job) });
  let pieces = isLarge ? await begin() : null;
  for (;;) {
    try {
      await pieces?.sendAhead();
      const sent = await (limits.refs === null ? sendAtOnce(job, delivery) : sendInGroups(job, delivery, limits.refs));
      await pieces?.removeMarks();
      return sent;
    } catch (error) {
      const most = mostRefs(error);
      if (most !== null && limits.refs !== 1) {
        limits.refs = Math.max(1, Math.min(most, Math.floor((limits.refs ?? Number.POSITIVE_INFINITY) / 2)));
        continue;
      }
      const said = sizeRefusal(error);
      if (said === null) {
        await pieces?.giveUp(error);
        throw error;
      }
      pieces ??= await begin();
      await pieces.takeLess(said);
    }
  }
}

/** How many branches and tags the remote takes with one push, where it refused more; null for any other failure. */
function mostRefs(error: unknown): number | null {
  const { key, parameters } = asFailure(error);
  return key === 'push.too_many_refs' ? Number((parameters as { most: number }).most) : null;
}

/** Refs that take the place of others are named in the command line, as many as it takes; all the rest goes with the first of them. */
async function sendAtOnce(job: RefsJob, { refs }: Delivery): Promise<Sent> {
  const { onProgress } = job;
  const overwriting = refs.filter(({ overwrites }) => overwrites !== null);
  const sent = await send(job, { overwrite: leases(overwriting.slice(0, REFS_AT_ONCE)), onProgress });
  const later = overwriting.slice(REFS_AT_ONCE);
  const names = new Set(later.map(({ name }) => name));
  sent.refused = sent.refused.filter(({ ref }) => !names.has(ref));
  for (let at = 0; at < later.length; at += REFS_AT_ONCE) {
    add(sent, await sendSome(job, later.slice(at, at + REFS_AT_ONCE), onProgress));
  }
  return sent;
}

/** For remotes that take a few refs at a time. */
async function sendInGroups(job: RefsJob, { refs, leftOut }: Delivery, most: number): Promise<Sent> {
  const there = await listRemoteRefs(job.remoteUrl, job);
  const isEqual = ({ name, oid }: WantedRef) => there.get(name) === oid;
  const sent: Sent = {
    ...{ new: [], forward: [], overwritten: [], messages: [] },
    ...{ equal: refs.filter(isEqual).map(({ name }) => name), refused: [...leftOut] },
  };
  const waiting = refs.filter((ref) => !isEqual(ref));
  for (let at = 0; at < waiting.length; at += most) {
    const text = say('Sending branches and tags, {done} of {total}.', { done: at, total: waiting.length });
    job.onProgress(at / waiting.length, text);
    add(sent, await sendSome(job, waiting.slice(at, at + most)));
  }
  return sent;
}

function sendSome(job: SendJob, refs: readonly WantedRef[], onProgress?: RefsJob['onProgress']): Promise<Sent> {
  const only = refs.map(({ name }) => [name, name] as const);
  return send(job, { only, overwrite: leases(refs), ...(onProgress === undefined ? {} : { onProgress }) });
}

function add(sent: Sent, more: Sent): void {
  for (const part of ['new', 'forward', 'equal', 'overwritten', 'messages'] as const) sent[part].push(...more[part]);
  sent.refused.push(...more.refused);
}
