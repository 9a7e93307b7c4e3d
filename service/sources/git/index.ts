import { runInWorker } from '../../processes/workers.ts';
import { settleEarlier } from '../commits/earlier-fetch.ts';
import { map } from '../commits/map.ts';
import { oneRepository } from '../commits/one-repository.ts';
import type { Source } from '../source.ts';
import type { SourceSurvey, SurveyJob } from '../survey/survey.ts';
import { fetch } from './fetch.ts';
import { isUnchanged } from './is-unchanged.ts';
import { probe } from './probe.ts';
import { verify } from './verify.ts';

/** Git repositories, mirrored: every ref and object id as it is in the source. */
export const gitSource: Source = {
  vcs: 'git',
  title: 'Git',
  names: ['git'],
  schemes: ['http', 'https', 'git', 'ssh', 'file', 'path'],
  // gitformat-bundle(5)
  bundles: /^# v\d git bundle/,
  ...oneRepository,
  fetchesAnew: true,
  keepsIds: true,
  survey: (job, signal) => runInWorker<SurveyJob, SourceSurvey>(import.meta.url, './survey-worker', job, { signal }),
  probe,
  fetch,
  keep: async ({ folder }) => {
    await settleEarlier(folder);
    return null;
  },
  isUnchanged,
  map,
  verify,
};
