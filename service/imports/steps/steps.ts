/**
 * The steps of a run that hold all refs of a history: they are done in a thread of their own, and what they hand on is bytes
 * here. 200,000 refs as objects would let everything else wait for a second.
 */
import { setImmediate as breathe } from 'node:timers/promises';
import { runInWorker, startAhead } from '../../processes/workers.ts';
import type { SourceContext } from '../../sources/source.ts';
import type { ImportTable } from '../../store/imports.ts';
import type { MadeAuthor, Outcome } from '../../vocabulary/history.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import type { AsBefore } from '../publish/as-before.ts';
import type { RefsPlace } from '../publish/owned-refs.ts';
import { refsInBatches } from '../publish/ref-bytes.ts';
import type { ContextData, MapStep, Published, PublishStep, StepJob, StepMessage } from './step-job.ts';

/** Refs recorded in one transaction: a few milliseconds. */
const BATCH_SIZE = 500;

/**
 * Refs come and go by the hundred thousand: with less room for the young, a third less memory is taken. With less than 2 GB in
 * all, V8 lets a heap grow to twice of what it holds before it collects, not to four times (`heap-controller.cc`).
 */
const LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 1536 };

/** Starts the thread that will be needed soon. */
export function expectSteps(): void {
  startAhead(import.meta.url, './steps-worker', LIMITS);
}

/** What of a context goes to another thread. */
function dataOf(context: SourceContext): ContextData {
  const { signal: _1, onProgress: _2, onLog: _3, onAuthors: _4, onSourceChanges: _5, ...data } = context;
  return data;
}

function run<Result>(
  job: StepJob,
  options: { signal: AbortSignal; onMessage?: (message: StepMessage) => void; go?: Promise<void> },
): Promise<Result> {
  return runInWorker<StepJob, Result, StepMessage>(import.meta.url, './steps-worker', job, {
    ...options,
    resourceLimits: LIMITS,
  });
}

function tell(context: SourceContext, message: StepMessage): void {
  if (message.type === 'reading') context.onProgress(message.reading);
  else if (message.type === 'log') context.onLog(message.level, message.text);
  else if (message.type === 'authors') context.onAuthors(message.authors);
}

/**
 * Staging to final refs, large files as they were chosen.
 * @param onMade told what the mapping comes to, and who the authors of its project are; null where it is everything
 * @returns the mapping, for `publishInThread`
 * @throws Failure; what the context's `onSourceChanges` throws when told of branches that an update or a restart would lose
 */
export async function mapInThread(
  step: Omit<MapStep, 'kind' | 'context'>,
  context: SourceContext,
  onMade: (outcome: Outcome, authors: MadeAuthor[] | null) => void,
): Promise<Uint8Array> {
  let lost: SourceChange[] = [];
  const mapped = await run<Uint8Array>(
    { kind: 'map', ...step, context: dataOf(context) },
    {
      signal: context.signal,
      onMessage: (message) => {
        if (message.type === 'lost') lost = message.changes;
        else if (message.type === 'made') onMade(message.outcome, message.authors);
        else tell(context, message);
      },
    },
  );
  if (lost.length > 0) context.onSourceChanges?.(lost);
  return mapped;
}

/**
 * Whether an update published nothing. Refs that were recorded and never written are forgotten then.
 * @throws Failure
 */
export async function backToRefsInThread(
  repositoryPath: string,
  refs: RefsPlace,
  table: ImportTable,
  signal: AbortSignal,
): Promise<boolean> {
  const back = await run<AsBefore | null>({ kind: 'as_before', repositoryPath, refs }, { signal });
  if (back === null) return false;
  const { importId } = refs;
  // Half of it would say of refs what was never so.
  const toTheEnd = AbortSignal.any([]);
  await inBatches(back.own, toTheEnd, (batch, more) => table.ownRefs(importId, batch, more));
  await inBatches(back.disown, toTheEnd, (batch, more) => table.disownRefs(importId, batch.map(nameOf), more));
  return true;
}

interface Ref {
  name: string;
  oid: string;
}

function nameOf({ name }: Ref): string {
  return name;
}

/** @param write told whether another batch follows */
async function inBatches(
  bytes: Uint8Array,
  signal: AbortSignal,
  write: (batch: Ref[], more: boolean) => void,
): Promise<void> {
  let waiting: Ref[] | null = null;
  for (const batch of refsInBatches(bytes, BATCH_SIZE)) {
    if (signal.aborted) return;
    if (waiting !== null) {
      write(waiting, true);
      await breathe();
    }
    waiting = batch;
  }
  if (waiting !== null) write(waiting, false);
}

/**
 * Publishes a mapping, compares it with the source, and writes the report.
 * @param onPercent percent of the push
 * @throws Failure
 */
export async function publishInThread(
  step: Omit<PublishStep, 'kind' | 'context'>,
  context: SourceContext,
  table: ImportTable,
  onPercent: (percent: number) => void,
): Promise<Published> {
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const owned = Promise.withResolvers<void>();
  let refused: unknown = null;
  let writing = Promise.resolve();
  const write = (work: () => Promise<void>) => {
    writing = writing.then(work).catch((error: unknown) => {
      refused ??= error;
      stop.abort();
    });
  };
  const { importId } = step.refs;
  const onMessage = (message: StepMessage) => {
    if (message.type === 'percent') return onPercent(message.percent);
    if (message.type === 'own') {
      return write(async () => {
        await inBatches(message.refs, signal, (batch, more) => table.ownRefs(importId, batch, more));
        owned.resolve();
      });
    }
    if (message.type === 'disown') {
      return write(() =>
        inBatches(message.refs, signal, (batch, more) => table.disownRefs(importId, batch.map(nameOf), more)),
      );
    }
    tell(context, message);
  };
  const published = run<Published>(
    { kind: 'publish', ...step, context: dataOf(context) },
    { signal, onMessage, go: owned.promise },
  );
  const [end] = await Promise.allSettled([published]);
  await writing;
  // What the disk refused says more than that the thread was stopped for it.
  if (refused !== null) throw refused;
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}

/** As `requireOwnRefs`, of a repository that has refs. @throws Failure */
export async function requireOwnRefsInThread(
  repositoryPath: string,
  refs: RefsPlace,
  signal: AbortSignal,
  broken: 'refused' | 'left out' = 'refused',
): Promise<void> {
  await run<null>({ kind: 'own', repositoryPath, refs, broken }, { signal });
}

/** As `rememberBefore`, with the refs that the import wrote. */
export async function rememberInThread(
  refs: RefsPlace,
  before: { since: string; source_revisions: number },
  signal: AbortSignal,
): Promise<void> {
  await run<null>({ kind: 'remember', refs, ...before }, { signal });
}
