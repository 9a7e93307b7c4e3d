/** Worker threads that start from source (`.ts`) and from the built output (`.js`), and end cleanly. */
import { extname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { parentPort, type ResourceLimits, SHARE_ENV, Worker } from 'node:worker_threads';
import { asFailure } from '../failures/as-failure.ts';
import { dataOf, Failure, type FailureData } from '../failures/failure.ts';
import { giveWay } from './give-way.ts';
import { killGroupsOfThread, killUnrecordedOfThread } from './groups.ts';
import { belongsToWork } from './scope.ts';
import { beginStarter } from './starter/starter.ts';
import { allTold, takeOver } from './told-to-threads.ts';

/** How long a worker may take to end its job after an abort, in milliseconds. */
const ABORT_GRACE_MS = 1000;

/** How long a worker waits for another job before its thread ends, in milliseconds. */
const IDLE_MS = 20_000;
/** Threads whose job took longer end with it: beside it, starting one costs nothing, and its memory is given back. */
const SHORT_JOB_MS = 1000;
/** Bytes of a thread's heap. One whose job left more ends: nothing collects the garbage of a thread that waits. */
const MOST_IDLE_HEAP = 48 * 1024 * 1024;

interface IdleWorker {
  worker: Worker;
  timer: NodeJS.Timeout;
}

/** Whether this thread was started for jobs of another one. */
let doesJobs = false;

/** Whether this thread does jobs: it need not start another one to compute beside whoever waits. */
export function isJobThread(): boolean {
  return doesJobs;
}

/** Number of a thread that is gone (Node, `worker.threadId`). */
const ENDED = -1;
/** Workers that this thread started, those that have ended since among them. */
const living = new Set<Worker>();

/** Workers that ended a job well, by what they can be used for again. */
const idleWorkers = new Map<string, IdleWorker[]>();

/**
 * Starts a worker thread whose module lies beside the caller's.
 * @param base the caller's `import.meta.url`: its extension says whether source or built output runs
 * @param name relative path of the worker's module without extension, such as './collect-worker'
 */
function startWorker(base: string, name: string, resourceLimits: ResourceLimits | undefined): Worker {
  if (!doesJobs) void beginStarter();
  const file = new URL(name + extname(new URL(base).pathname), base);
  const worker = new Worker(file, {
    execArgv: [],
    // One that waited for its job would have the environment of then.
    env: SHARE_ENV,
    ...(resourceLimits === undefined ? {} : { resourceLimits }),
  });
  const thread = worker.threadId;
  for (const one of living) if (one.threadId === ENDED) living.delete(one);
  living.add(worker);
  worker.once('exit', () => void killGroupsOfThread(thread));
  return worker;
}

/** What a thread can be used again for. */
function idleKey(base: string, name: string, resourceLimits: ResourceLimits | undefined): string {
  return JSON.stringify([base, name, resourceLimits ?? null]);
}

function takeIdle(key: string): Worker | undefined {
  const idle = idleWorkers.get(key)?.pop();
  if (idle === undefined) return undefined;
  clearTimeout(idle.timer);
  for (const event of ['error', 'exit']) idle.worker.removeAllListeners(event);
  idle.worker.ref();
  return idle.worker;
}

/** Keeps a worker for the next job of its kind: starting a thread costs more than many a job. */
function keepIdle(key: string, worker: Worker): void {
  const list = idleWorkers.get(key) ?? [];
  idleWorkers.set(key, list);
  const drop = () => {
    const at = list.findIndex((idle) => idle.worker === worker);
    if (at >= 0) clearTimeout(list.splice(at, 1)[0]?.timer);
  };
  const timer = setTimeout(() => {
    drop();
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  worker.unref();
  worker.once('exit', drop);
  worker.once('error', drop);
  list.push({ worker, timer });
}

/**
 * Starts a thread for a job that comes soon, unless one waits already. It ends when no job comes within 20 seconds.
 * @param base and `name` as with `runInWorker`
 * @param resourceLimits those of the job
 */
export function startAhead(base: string, name: string, resourceLimits?: ResourceLimits): void {
  const key = idleKey(base, name, resourceLimits);
  if ((idleWorkers.get(key)?.length ?? 0) === 0) keepIdle(key, startWorker(base, name, resourceLimits));
}

/** Ends the threads that wait for a job; jobs that run are not touched. */
export async function endIdleWorkers(): Promise<void> {
  const idle = [...idleWorkers.values()].flat();
  await Promise.all(idle.map(({ worker }) => worker.terminate()));
}

/** Bytes one behind the other, which go from thread to thread without a copy: all see the same, so nobody changes them. */
export function sharedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((length, piece) => length + piece.length, 0)));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

type Order<Input> =
  | { type: 'run'; input: Input; told: Readonly<Record<string, unknown>> }
  | { type: 'go' }
  | { type: 'abort' }
  | { type: 'end' };

type Answer<Result, Message> =
  | { type: 'message'; message: Message }
  | { type: 'result'; result: Result; heapBytes: number }
  | { type: 'failure'; failure: FailureData };

interface JobOptions<Message> {
  signal: AbortSignal;
  onMessage?: (message: Message) => void;
  resourceLimits?: ResourceLimits;
  /** When it resolves, the job's `go` resolves: the thread starts up while something else still runs. */
  go?: Promise<void>;
}

/**
 * Runs one job in a worker thread written with `serveJob`. A thread that did a short job well, and holds little, is used
 * again.
 * Aborting ends the thread and every process that it started.
 * @throws Failure as thrown by the job; kind 'cancelled' when aborted
 */
export function runInWorker<Input, Result, Message = never>(
  base: string,
  name: string,
  input: Input,
  options: JobOptions<Message>,
): Promise<Result> {
  const end = runJob<Input, Result, Message>(base, name, input, options);
  belongsToWork(end);
  return end;
}

async function runJob<Input, Result, Message>(
  base: string,
  name: string,
  input: Input,
  options: JobOptions<Message>,
): Promise<Result> {
  options.signal.throwIfAborted();
  const key = idleKey(base, name, options.resourceLimits);
  const worker = takeIdle(key) ?? startWorker(base, name, options.resourceLimits);
  const thread = worker.threadId;
  // The worker is asked first: a thread that is terminated cannot reap the children that it started.
  const onAbort = () => {
    worker.postMessage({ type: 'abort' } satisfies Order<Input>);
    void killGroupsOfThread(thread);
    setTimeout(() => void worker.terminate(), ABORT_GRACE_MS).unref();
  };
  options.signal.addEventListener('abort', onAbort, { once: true });
  const start = performance.now();
  let again = false;
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.on('message', (answer: Answer<Result, Message>) => {
        if (options.signal.aborted && answer.type !== 'message') return reject(cancelled());
        if (answer.type === 'message') options.onMessage?.(answer.message);
        else if (answer.type === 'failure') reject(new Failure(answer.failure));
        else {
          again = !options.signal.aborted && performance.now() - start < SHORT_JOB_MS;
          if (answer.heapBytes > MOST_IDLE_HEAP) again = false;
          resolve(answer.result);
        }
      });
      worker.on('error', (error) => reject(crashed(error)));
      worker.on('exit', () => {
        reject(options.signal.aborted ? cancelled() : crashed(new Error('The worker thread ended without an answer.')));
      });
      worker.postMessage({ type: 'run', input, told: allTold() } satisfies Order<Input>);
      // A failure of what the job waits for is its own caller's to tell.
      options.go?.then(
        () => worker.postMessage({ type: 'go' } satisfies Order<Input>),
        () => undefined,
      );
    });
  } finally {
    options.signal.removeEventListener('abort', onAbort);
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    // Kept at once, so that a thread which still fails is heard and dropped.
    if (again) keepIdle(key, worker);
    else {
      await endWorker(worker);
      await killGroupsOfThread(thread);
      if (options.signal.aborted) await killUnrecordedOfThread(thread);
    }
  }
}

/**
 * Ends a thread between two of its tasks, by force where it does not come to it. One whose job has failed may still be at work
 * on another part of it, and Node aborts the whole process when a thread is ended by force between the making of one of zlib's
 * streams and its beginning ("close before init", node_zlib.cc).
 */
async function endWorker(worker: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  if (worker.threadId === ENDED) return;
  worker.postMessage({ type: 'end' } satisfies Order<never>);
  const force = setTimeout(() => void worker.terminate(), ABORT_GRACE_MS);
  await gone;
  clearTimeout(force);
}

function cancelled(): Failure {
  return Failure.of('work.cancelled', {});
}

function crashed(error: unknown): Failure {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return Failure.of('work.out_of_memory', {}, code);
  }
  return Failure.of('work.part_stopped', {}, error instanceof Error ? error.message : String(error));
}

/**
 * The worker's side of `runInWorker`: runs the job once and sends its result or failure.
 * `post` sends messages on the way; `signal` is aborted when the caller aborts: pass it to `runTool`.
 * `go` resolves when the caller's `go` does. A job that computes for long without awaiting is ended by
 * force a second later.
 */
export function serveJob<Input, Result, Message = never>(
  job: (input: Input, post: (message: Message) => void, signal: AbortSignal, go: Promise<void>) => Promise<Result>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('serveJob runs in a worker thread only.');
  doesJobs = true;
  giveWay();
  const send = (answer: Answer<Result, Message>) => port.postMessage(answer);
  let stop = new AbortController();
  let go = Promise.withResolvers<void>();
  go.promise.catch(() => undefined);
  port.on('message', (order: Order<Input>) => {
    // Those that it started itself go first: they would be ended by force with it.
    if (order.type === 'end') return void Promise.all([...living].map(endWorker)).finally(() => process.exit());
    if (order.type === 'go') return go.resolve();
    if (order.type === 'abort') {
      stop.abort();
      return go.reject(cancelled());
    }
    takeOver(order.told);
    stop = new AbortController();
    go = Promise.withResolvers();
    // A job that waits for nothing does not hear of it.
    go.promise.catch(() => undefined);
    job(order.input, (message) => send({ type: 'message', message }), stop.signal, go.promise).then(
      (result) => send({ type: 'result', result, heapBytes: getHeapStatistics().total_heap_size }),
      (error: unknown) => send({ type: 'failure', failure: describeFailure(error) }),
    );
  });
}

/** The data of whatever a job threw: an instance does not cross to another thread. */
function describeFailure(error: unknown): FailureData {
  const failure = asFailure(error);
  return dataOf(failure.key === 'work.stopped' ? Failure.of('work.part_stopped', {}, failure.detail) : failure);
}
