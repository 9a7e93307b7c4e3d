/** Worker threads that start from source (`.ts`) and from the built output (`.js`), and end cleanly. */
import { extname } from 'node:path';
import { parentPort, type ResourceLimits, type Transferable, Worker, workerData } from 'node:worker_threads';
import { ImportFailure } from '../imports/source.ts';
import { killGroupsOfThread } from './groups.ts';

/** How long a worker may take to end its job after an abort, in milliseconds. */
const ABORT_GRACE_MS = 1000;

export interface WorkerOptions {
  /** Structured-cloned into the worker as `workerData`. */
  data: unknown;
  resourceLimits?: ResourceLimits;
  transferList?: readonly Transferable[];
}

/**
 * Starts a worker thread whose module lies beside the caller's.
 * @param base the caller's `import.meta.url`: its extension says whether source or built output runs
 * @param name relative path of the worker's module without extension, such as './collect-worker'
 */
export function startWorker(base: string, name: string, options: WorkerOptions): Worker {
  const file = new URL(name + extname(new URL(base).pathname), base);
  const worker = new Worker(file, {
    workerData: options.data,
    execArgv: [],
    ...(options.resourceLimits === undefined ? {} : { resourceLimits: options.resourceLimits }),
    ...(options.transferList === undefined ? {} : { transferList: [...options.transferList] }),
  });
  const thread = worker.threadId;
  worker.once('exit', () => void killGroupsOfThread(thread));
  return worker;
}

type Answer<Result, Message> =
  | { type: 'message'; message: Message }
  | { type: 'result'; result: Result }
  | { type: 'failure'; kind: ImportFailure['kind']; message: string; detail: string };

/**
 * Runs one job in a worker thread written with `serveJob`, and ends the thread.
 * Aborting ends the thread and every process that it started.
 * @throws ImportFailure as thrown by the job; kind 'cancelled' when aborted
 */
export async function runInWorker<Input, Result, Message = never>(
  base: string,
  name: string,
  input: Input,
  options: { signal: AbortSignal; onMessage?: (message: Message) => void; resourceLimits?: ResourceLimits },
): Promise<Result> {
  options.signal.throwIfAborted();
  const worker = startWorker(base, name, {
    data: input,
    ...(options.resourceLimits === undefined ? {} : { resourceLimits: options.resourceLimits }),
  });
  const thread = worker.threadId;
  // The worker is asked first: a thread that is terminated cannot reap the children that it started.
  const onAbort = () => {
    worker.postMessage('abort');
    void killGroupsOfThread(thread);
    setTimeout(() => void worker.terminate(), ABORT_GRACE_MS).unref();
  };
  options.signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await new Promise<Result>((resolve, reject) => {
      worker.on('message', (answer: Answer<Result, Message>) => {
        if (options.signal.aborted && answer.type !== 'message') return reject(cancelled());
        if (answer.type === 'message') options.onMessage?.(answer.message);
        else if (answer.type === 'result') resolve(answer.result);
        else reject(new ImportFailure(answer.kind, answer.message, answer.detail));
      });
      worker.on('error', (error) => reject(crashed(error)));
      worker.on('exit', () => {
        reject(options.signal.aborted ? cancelled() : crashed(new Error('The worker thread ended without an answer.')));
      });
    });
  } finally {
    options.signal.removeEventListener('abort', onAbort);
    await worker.terminate();
    await killGroupsOfThread(thread);
  }
}

function cancelled(): ImportFailure {
  return new ImportFailure('cancelled', 'The work was cancelled.');
}

function crashed(error: unknown): ImportFailure {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ImportFailure(
      'internal',
      'The work needed more memory than it may use. Close other programs and start it again.',
      code,
    );
  }
  return new ImportFailure(
    'internal',
    'A part of the import stopped unexpectedly. Start the import again; the log has the detail.',
    error instanceof Error ? error.message : String(error),
  );
}

/**
 * The worker's side of `runInWorker`: runs the job once and sends its result or failure.
 * `post` sends messages on the way; `signal` is aborted when the caller aborts: pass it to `runTool`.
 * A job that computes for long without awaiting is ended by force a second later.
 */
export function serveJob<Input, Result, Message = never>(
  job: (input: Input, post: (message: Message) => void, signal: AbortSignal) => Promise<Result>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('serveJob runs in a worker thread only.');
  const send = (answer: Answer<Result, Message>) => port.postMessage(answer);
  const stop = new AbortController();
  port.on('message', () => stop.abort());
  job(workerData as Input, (message) => send({ type: 'message', message }), stop.signal).then(
    (result) => send({ type: 'result', result }),
    (error: unknown) => send({ type: 'failure', ...describeFailure(error) }),
  );
}

function describeFailure(error: unknown): { kind: ImportFailure['kind']; message: string; detail: string } {
  if (error instanceof ImportFailure) return { kind: error.kind, message: error.message, detail: error.detail };
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return {
      kind: 'disk_full',
      message: 'The disk is full. Free some space and start the import again.',
      detail: code,
    };
  }
  return {
    kind: 'internal',
    message: 'A part of the import stopped unexpectedly. Start the import again; the log has the detail.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
