import { createHash } from 'node:crypto';
import { type Sentence, say } from '../../language/sentence.ts';
import { dataOf, Failure, type FailureData } from '../failures/failure.ts';
import { listRefs, readHead } from '../git/bare-repository.ts';
import { absentContents } from '../lfs/upload/absent-contents.ts';
import type { AbsentContents } from '../lfs/upload/absent-contents-worker.ts';
import { type Patience, patiently, waitingWords } from '../network/patience.ts';
import { listRemoteRefs } from '../sources/remote-refs.ts';
import type { PushTarget, Refusal } from '../vocabulary/push-target.ts';
import { type Delivery, deliver, PIECE } from './deliver.ts';
import { keptRefs } from './kept-refs.ts';
import { isMark, type WantedRef } from './pieces/pieces.ts';
import type { PushedRef } from './pushed-refs.ts';
import { refusalsOf } from './refusal-words.ts';
import { isHistory, pushedPrefixes, type SendJob, type Sent, send } from './send.ts';

/** Refs named in a list; the rest is counted. */
const NAMED = 100;
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
  /** Asked before each try. @throws Failure where who asked for the push may not have it any more */
  requireRight?: () => void;
  /** For remotes that go away for a while. */
  patience: Patience;
  /** Most bytes of one push; 1 GiB without it. */
  atOnceBytes?: number;
}

/** What a push came to. */
export interface Pushed {
  /** How the remote stood to the repository; null for an empty one. */
  target: PushTarget | null;
  /** What the remote has of ours now. */
  refs: PushedRef[];
  /** What it has not all the same: refs that its rules refused, contents that nobody has any more; null for nothing. */
  lacking: FailureData | null;
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
  const there = new Map([...refs].filter(([name]) => isPushed(name) && !isMark(name)));
  const trial = there.size === 0 ? null : await retried(job, () => send(job, { dryRun: true }));
  const ours = new Set(own.map(({ name }) => name));
  const onlyThere = [...there.keys()].filter((name) => !ours.has(name)).length;
  const refused = trial?.refused.map(({ ref }) => ref) ?? [];
  const target = trial === null ? null : { ...targetOf(trial, onlyThere), seen: digestOf(refused, there) };
  const hasMarks = [...refs.keys()].some(isMark);
  if (trial !== null && target !== null) decide(job, trial, target, job.pushedBefore || hasMarks);

  const overwrites = job.whenNotEmpty === 'overwrite';
  if (!overwrites && refused.length === own.length) {
    throw Failure.of('push.other_history', {});
  }
  const delivery: Delivery = {
    refs: await inOrder(job, own, new Set(refused), there),
    leftOut: overwrites ? [] : (trial?.refused ?? []),
    limits: { bytes: job.atOnceBytes ?? PIECE, refs: null },
    hasMarks,
  };
  const sent = await retried(job, (patient) => deliver(patient, delivery));
  const kept = await retried(job, (patient) => keptRefs(patient, sent, own));
  const outcome = afterwards(job, sent, target ?? targetOf(sent, onlyThere), target !== null);
  job.onProgress(99, say('Looking for large files that nobody has.'));
  const arrived = new Set(kept.map(({ name }) => name));
  const tips = delivery.refs.filter(({ name }) => arrived.has(name)).map(({ oid }) => oid);
  const absent = await retried(job, (patient) => absentContents(tips, patient));
  return { target: outcome, refs: kept, lacking: lackingOf(sent, absent) };
}

/** Of a push that is complete: what a person chose to leave out is other history, and no rule that the remote has beside. */
function lackingOf({ refused, messages }: Sent, { count, paths }: AbsentContents): FailureData | null {
  const byRules = refused.filter((refusal) => isWanted(refusal) && !isHistory(refusal));
  if (byRules.length > 0) return dataOf(Failure.of('push.refs_refused', refusalsOf({ refused: byRules, messages })));
  if (count === 0) return null;
  return dataOf(Failure.of('push.contents_absent', { count, paths, more: count - paths.length }));
}

/** Some hosts take branches and tags only. */
function isWanted({ ref }: Refusal): boolean {
  return /^refs\/(heads|tags)\//.test(ref);
}

/** What can arrive, the default branch first, then branches, then the rest. */
async function inOrder(
  { repositoryPath, whenNotEmpty }: PushJob,
  own: readonly PushedRef[],
  refused: ReadonlySet<string>,
  there: ReadonlyMap<string, string>,
): Promise<WantedRef[]> {
  const head = await readHead(repositoryPath);
  const rank = ({ name }: PushedRef) => (name === head ? 0 : name.startsWith('refs/heads/') ? 1 : 2);
  return own
    .filter(({ name }) => whenNotEmpty === 'overwrite' || !refused.has(name))
    .map(({ name, oid }) => ({ name, oid, overwrites: refused.has(name) ? (there.get(name) ?? null) : null }))
    .sort((a, b) => rank(a) - rank(b));
}

/**
 * @param isOurs a push of this repository ended there, or was cut off in the middle
 * @throws DecisionNeeded where a person must say first what becomes of the remote's refs
 */
function decide(job: PushJob, trial: Sent, target: PushTarget, isOurs: boolean): void {
  if (job.whenNotEmpty === 'overwrite' && trial.refused.length > 0 && job.asked !== null && job.asked !== target.seen) {
    throw new DecisionNeeded(Failure.of('push.remote_changed', {}), target);
  }
  const changes = trial.new.length + trial.forward.length + trial.refused.length;
  if (job.whenNotEmpty !== 'ask' || changes === 0) return;
  if (isOurs && trial.refused.length === 0) return;
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
  if (sent.refused.every((refusal) => !isHistory(refusal) && !isWanted(refusal))) return result;
  const arrived = sent.new.length + sent.forward.length + sent.overwritten.length + sent.equal.length;
  if (job.whenNotEmpty === 'keep' && arrived > 0) return result;
  const refusals = refusalsOf(sent);
  if (arrived === 0) throw Failure.of('push.refs_refused', refusals);
  const meanwhile = sent.refused.every(isHistory) && refusals.reason !== 'overwriting';
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

/** Tries again where the connection broke off; nothing that has arrived is sent twice. */
function retried<T>(job: PushJob, work: (patient: PushJob) => Promise<T>): Promise<T> {
  return patiently(
    job.patience,
    { signal: job.signal, onWait: (milliseconds) => job.onProgress(0, waitingWords(milliseconds, 'remote')) },
    (heard) => {
      job.requireRight?.();
      return work({
        ...job,
        onProgress: (percent, text) => {
          heard(percent);
          job.onProgress(Math.floor(percent), text);
        },
      });
    },
  );
}

function digestOf(refs: readonly string[], there: ReadonlyMap<string, string>): string {
  const sum = createHash('sha256');
  for (const ref of [...refs].sort()) sum.update(`${ref} ${there.get(ref) ?? ''}\n`);
  return sum.digest('hex');
}
