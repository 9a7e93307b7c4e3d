import { createHash } from 'node:crypto';
import { type Sentence, say } from '../../language/sentence.ts';
import { Failure } from '../failures/failure.ts';
import { listRefs } from '../git/bare-repository.ts';
import { objectsIn, uploadObjects } from '../lfs/upload/lfs-upload.ts';
import { type Patience, patiently, waitingWords } from '../network/patience.ts';
import { listRemoteRefs } from '../sources/remote-refs.ts';
import type { PushTarget } from '../vocabulary/push-target.ts';
import type { PushedRef } from './pushed-refs.ts';
import { isHistory, pushedPrefixes, type SendJob, type Sent, send } from './send.ts';

/** Percent of a push that contents of large files take, where there are any. */
const LFS_SHARE = 80;
/** Refs named in a list; the rest is counted. */
const NAMED = 100;
/** Refs overwritten by one push: each is named in its command line, which has an end (32,767 characters on Windows). */
const OVERWRITTEN_AT_ONCE = 150;

/**
 * What to do with a remote that has refs already:
 * - `ask`: stop and say what is there, unless this repository was pushed there before and everything only moves forward
 * - `keep`: push what is new or moves forward, leave the rest of the remote as it is
 * - `overwrite`: also put ours in place of refs that hold other history
 */
export type WhenNotEmpty = 'ask' | 'keep' | 'overwrite';

export interface PushJob extends SendJob {
  whenNotEmpty: WhenNotEmpty;
  /** Whether a push of this repository to this remote was completed before. */
  pushedBefore: boolean;
  /** `seen` of the question that `overwrite` answers; null when none was asked. */
  asked: string | null;
  onProgress: (percent: number, text: Sentence) => void;
  /** For remotes that go away for a while. */
  patience: Patience;
}

/** What a push came to. */
export interface Pushed {
  /** How the remote stood to the repository; null for an empty one. */
  target: PushTarget | null;
  /** What the remote has of ours now. */
  refs: PushedRef[];
}

/** A push that waits for a person to say what becomes of the remote's refs. */
export class DecisionNeeded extends Failure {
  readonly target: PushTarget;
  constructor(failure: Failure, target: PushTarget) {
    super(failure);
    this.target = target;
  }
}

/**
 * Pushes all branches and tags, contents of large files before them.
 * @throws Failure, DecisionNeeded
 */
export async function push(job: PushJob): Promise<Pushed> {
  const { signal } = job;
  job.onProgress(0, say('Asking the remote what it has.'));
  const prefixes = pushedPrefixes(job.too);
  const isPushed = (name: string) => prefixes.some((prefix) => name.startsWith(prefix));
  const own = (await listRefs(job.repositoryPath, signal)).filter(({ name }) => isPushed(name));
  if (own.length === 0) {
    throw Failure.of('push.nothing_to_push', {});
  }
  const refs = await listRemoteRefs(job.remoteUrl, job);
  const there = new Map([...refs].filter(([name]) => isPushed(name)));
  const trial = there.size === 0 ? null : await retried(job, () => send(job, { dryRun: true }));
  const ours = new Set(own.map(({ name }) => name));
  const onlyThere = [...there.keys()].filter((name) => !ours.has(name)).length;
  const refused = trial?.refused.map(({ ref }) => ref) ?? [];
  const target = trial === null ? null : { ...targetOf(trial, onlyThere), seen: digestOf(refused, there) };
  if (trial !== null && target !== null) decide(job, trial, target);

  const overwrites = job.whenNotEmpty === 'overwrite';
  if (!overwrites && refused.length === own.length) {
    throw Failure.of('push.other_history', {});
  }
  const sent = await retried(job, (patient) =>
    deliver(patient, overwrites ? refused.flatMap((ref) => pairOf(ref, there)) : []),
  );
  const arrived = new Set([...sent.new, ...sent.forward, ...sent.equal, ...sent.overwritten]);
  return {
    target: afterwards(job, sent, target ?? targetOf(sent, onlyThere), target !== null),
    refs: own.filter(({ name }) => arrived.has(name)),
  };
}

/** @throws DecisionNeeded where a person must say first what becomes of the remote's refs */
function decide(job: PushJob, trial: Sent, target: PushTarget): void {
  if (job.whenNotEmpty === 'overwrite' && trial.refused.length > 0 && job.asked !== null && job.asked !== target.seen) {
    throw new DecisionNeeded(Failure.of('push.remote_changed', {}), target);
  }
  const changes = trial.new.length + trial.forward.length + trial.refused.length;
  if (job.whenNotEmpty !== 'ask' || changes === 0) return;
  if (job.pushedBefore && trial.refused.length === 0) return;
  throw new DecisionNeeded(
    trial.refused.length > 0 ? Failure.of('push.other_history_somewhere', {}) : Failure.of('push.not_empty', {}),
    target,
  );
}

/** What the push refused: other history, which `keep` leaves as it is, or the rules of the remote. */
function afterwards(job: PushJob, sent: Sent, target: PushTarget, notEmpty: boolean): PushTarget | null {
  const all = sent.refused.map(({ ref }) => ref);
  const result: PushTarget = { ...target, left_out: all.slice(0, NAMED), left_out_count: all.length };
  if (sent.refused.length === 0) return notEmpty ? result : null;
  // Some hosts take branches and tags only: a push that has them is complete.
  if (sent.refused.every((refusal) => !isHistory(refusal) && !/^refs\/(heads|tags)\//.test(refusal.ref))) return result;
  const arrived = sent.new.length + sent.forward.length + sent.overwritten.length + sent.equal.length;
  if (job.whenNotEmpty === 'keep' && arrived > 0) return result;
  const refusals = {
    refs: sent.refused.slice(0, 3).map(({ ref, reason }) => `${ref} (${reason})`),
    more: Math.max(0, sent.refused.length - 3),
    said: sent.messages.slice(0, 5),
  };
  if (arrived === 0) throw Failure.of('push.refs_refused', refusals);
  const meanwhile = sent.refused.every(isHistory);
  throw new DecisionNeeded(
    Failure.of('push.refs_refused_others_arrived', { ...refusals, meanwhile }),
    targetOf(sent, target.only_there),
  );
}

function targetOf(sent: Sent, onlyThere: number): PushTarget {
  return {
    new: sent.new.length,
    forward: sent.forward.length,
    equal: sent.equal.length,
    only_there: onlyThere,
    refused: sent.refused.slice(0, NAMED),
    refused_count: sent.refused.length,
    left_out: [],
    left_out_count: 0,
  };
}

/** The large files, then the refs: a pointer without its content would break every checkout of the remote. */
async function deliver(job: PushJob, overwrite: readonly [ref: string, oid: string][]): Promise<Sent> {
  const objects = await objectsIn(job.repositoryPath);
  const before = objects.length === 0 ? 0 : LFS_SHARE;
  if (objects.length > 0) {
    const { onProgress } = job;
    await uploadObjects(objects, { ...job, onProgress: (done, text) => onProgress(done * before, text) });
  }
  const onProgress = (fraction: number, text: Sentence) =>
    job.onProgress(before + Math.floor(fraction * (99 - before)), text);
  const sent = await send(job, { overwrite: new Map(overwrite.slice(0, OVERWRITTEN_AT_ONCE)), onProgress });
  if (overwrite.length <= OVERWRITTEN_AT_ONCE) return sent;
  const later = new Set(overwrite.slice(OVERWRITTEN_AT_ONCE).map(([ref]) => ref));
  sent.refused = sent.refused.filter(({ ref }) => !later.has(ref));
  for (let at = OVERWRITTEN_AT_ONCE; at < overwrite.length; at += OVERWRITTEN_AT_ONCE) {
    const some = new Map(overwrite.slice(at, at + OVERWRITTEN_AT_ONCE));
    const more = await send(job, { overwrite: some, only: [...some.keys()], onProgress });
    for (const part of ['new', 'forward', 'equal', 'overwritten', 'messages'] as const) sent[part].push(...more[part]);
    sent.refused.push(...more.refused);
  }
  return sent;
}

/** Tries again where the connection broke off; nothing that has arrived is sent twice. */
function retried<T>(job: PushJob, work: (patient: PushJob) => Promise<T>): Promise<T> {
  return patiently(
    job.patience,
    { signal: job.signal, onWait: (milliseconds) => job.onProgress(0, waitingWords(milliseconds, 'remote')) },
    (heard) =>
      work({
        ...job,
        onProgress: (percent, text) => {
          heard(percent);
          job.onProgress(Math.floor(percent), text);
        },
      }),
  );
}

function digestOf(refs: readonly string[], there: ReadonlyMap<string, string>): string {
  const sum = createHash('sha256');
  for (const ref of [...refs].sort()) sum.update(`${ref} ${there.get(ref) ?? ''}\n`);
  return sum.digest('hex');
}

function pairOf(ref: string, there: ReadonlyMap<string, string>): [string, string][] {
  const oid = there.get(ref);
  return oid === undefined ? [] : [[ref, oid]];
}
