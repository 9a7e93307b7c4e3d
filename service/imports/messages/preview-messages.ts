import { runInWorker } from '../../processes/workers.ts';
import type { MessagePreview } from '../../vocabulary/message-preview.ts';
import type { PreviewJob } from './preview-worker.ts';

/** A page of the messages that name old ids, before and after; nothing is changed. @throws Failure */
export function previewMessages(job: PreviewJob): Promise<MessagePreview> {
  return runInWorker<PreviewJob, MessagePreview>(import.meta.url, './preview-worker', job, {
    signal: AbortSignal.timeout(120_000),
  });
}
