/** `/import_surveys`: what a source holds, before anything of its content is fetched. */

import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { findingsInWords } from '../../imports/report/report-in-words.ts';
import { runSurvey } from '../../sources/survey/run-survey.ts';
import { MOST_AUTHORS } from '../../sources/survey/survey.ts';
import { estimateSeconds } from '../../sources/survey/time-estimate.ts';
import { REPOSITORY } from '../shared/access.ts';
import { errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { checkAddress, checkVcs, credentialsFor, readCredentials, startSchema } from './import-requests.ts';
import { sourceFault } from './source-fault.ts';
import { surveySchema } from './survey-schemas.ts';

/** The whole survey ends within this time, in milliseconds. */
const LIMIT_MS = 30_000;
/** Earlier imports of the same system that its time is judged by. */
const JUDGED_BY = 100;

const surveyRoute = operation({
  method: 'post',
  path: '/import_surveys',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Counts revisions, authors and sizes of a source in seconds. Nothing is kept.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: startSchema.pick({
            vcs_url: true,
            vcs: true,
            vcs_username: true,
            vcs_password: true,
            tfvc_project: true,
          }),
        },
      },
    },
  },
  responses: {
    200: { description: 'What the source holds.', content: { 'application/json': { schema: surveySchema } } },
    ...errorResponses(401, 403, 422),
  },
});

export function importSurveyRoutes(engine: Rooms<'dataFolder' | 'imports' | 'remembered'>) {
  return router().on(surveyRoute, async (c) => {
    const body = c.req.valid('json');
    const address = await checkAddress(engine, c, body.vcs_url);
    const vcs = checkVcs(body.vcs);
    if (vcs === null) {
      throw invalid(
        'Import',
        'vcs',
        'missing_field',
        say('Say which kind of source it is; /import_detections finds out.'),
      );
    }
    const credentials = await credentialsFor(engine, c, address, readCredentials(body));
    const limit = AbortSignal.timeout(LIMIT_MS);
    const signal = AbortSignal.any([c.req.raw.signal, limit]);
    const start = performance.now();
    try {
      const survey = await runSurvey(
        { vcs, url: address.url, credentials, project: body.tfvc_project || null },
        join(engine.dataFolder, 'trash'),
        signal,
      );
      const { authors, revisions } = survey;
      const past = engine.imports.records.lastComplete(vcs, JUDGED_BY);
      return c.json(
        {
          vcs,
          vcs_url: address.url,
          ...survey,
          findings: findingsInWords(survey.findings, spoken),
          cloned_from: survey.cloned_from ?? null,
          unknown: survey.unknown.map(spoken),
          authors_count: authors?.length ?? null,
          authors: authors?.slice(0, MOST_AUTHORS) ?? null,
          seconds_estimate: revisions === null ? null : estimateSeconds(past, vcs, revisions),
          took_ms: Math.round(performance.now() - start),
        },
        200,
      );
    } catch (error) {
      throw sourceFault(error, limit, LIMIT_MS);
    }
  });
}
