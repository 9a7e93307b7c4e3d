import { mkdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { letGo } from '../../files/let-go.ts';
import { sourceOf } from '../index.ts';
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
  const source = sourceOf(job.vcs);
  if (source === undefined) throw Failure.of('import.source_unknown', {});
  mkdirSync(folder, { recursive: true });
  const privateFolder = await mkdtemp(join(folder, 'survey-'));
  try {
    return await source.survey({ ...job, privateFolder }, signal);
  } finally {
    await letGo(privateFolder);
  }
}
