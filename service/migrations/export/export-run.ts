/** One run of an export in its thread, and what it says of itself. */

import { Throttle } from '../../events/progress.ts';
import { Failure } from '../../failures/failure.ts';
import { inEnglish, sayFailure } from '../../failures/sentences.ts';
import { runInWorker } from '../../processes/workers.ts';
import type { ArchiveProgress } from '../../vocabulary/progress.ts';
import type { ExportJob, ExportMessage, ExportReading, ExportResult } from './export-job.ts';
import { ExportProgress } from './export-progress.ts';

/** Most readings told to listeners, one in this many milliseconds (ten a second). */
const PROGRESS_MS = 100;

export class ExportRun {
  readonly #abort = new AbortController();
  readonly #progress = new ExportProgress();
  readonly #send: Throttle<ExportReading>;

  constructor(onProgress: (progress: ArchiveProgress) => void) {
    this.#send = new Throttle<ExportReading>(PROGRESS_MS, (reading) => onProgress(this.#progress.read(reading)));
  }

  get latest(): ArchiveProgress {
    return this.#progress.latest;
  }

  /** @throws Failure */
  async work(job: ExportJob, onLog: (level: 'info' | 'warning', text: string) => void): Promise<ExportResult> {
    try {
      return await runInWorker<ExportJob, ExportResult, ExportMessage>(import.meta.url, './export-worker', job, {
        signal: this.#abort.signal,
        onMessage: (message) => {
          if (message.kind === 'log') onLog(message.level, inEnglish(message.text));
          else this.#send.push(message.reading);
        },
      });
    } finally {
      this.#send.flush();
    }
  }

  /** The work is done, and something keeps its end from being told. */
  wait(why: Failure): void {
    this.#send.push({ ...this.#progress.latest, step: 'finishing', status_text: sayFailure(why, 'export') });
    this.#send.flush();
  }

  /** Ends the work and everything that it started. */
  abort(): void {
    this.#abort.abort(Failure.of('work.cancelled', {}));
  }
}
