import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runInWorker } from '../../processes/workers.ts';
import type { SourceSurvey, SurveyJob } from './survey.ts';

/**
 * Surveys a source. Nothing is kept.
 * @param folder where a private folder may stand meanwhile
 * @throws Failure with a sentence; kind 'auth' when credentials are missing or wrong
 */
export async function runSurvey(
  job: Omit<SurveyJob, 'privateFolder'>,
  folder: string,
  signal: AbortSignal,
): Promise<SourceSurvey> {
  mkdirSync(folder, { recursive: true });
  const privateFolder = await mkdtemp(join(folder, 'survey-'));
  try {
    return await runInWorker<SurveyJob, SourceSurvey>(
      import.meta.url,
      './survey-worker',
      { ...job, privateFolder },
      { signal },
    );
  } finally {
    await rm(privateFolder, { recursive: true, force: true });
  }
}
