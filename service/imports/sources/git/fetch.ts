import { runInWorker } from '../../../processes/workers.ts';
import type { FetchResult, SourceContext } from '../../source.ts';
import type { FetchJob, FetchMessage } from './fetch-worker.ts';

/**
 * Mirrors the source into `<folder>/staging.git`; every object id stays. Begins anew each time.
 * @throws ImportFailure
 */
export function fetch(url: string, context: SourceContext): Promise<FetchResult> {
  const { folder, privateFolder, credentials } = context;
  return runInWorker<FetchJob, FetchResult, FetchMessage>(
    import.meta.url,
    './fetch-worker',
    { url, folder, privateFolder, credentials },
    {
      signal: context.signal,
      onMessage: (message) => {
        if (message.type === 'authors') context.onAuthors(message.authors);
        else if (message.type === 'log') context.onLog(message.level, message.text);
        else {
          const { fraction, done, total, text } = message;
          context.onProgress({ step: 'raw', fraction, done, total, unit: 'objects', status_text: text });
        }
      },
    },
  );
}
