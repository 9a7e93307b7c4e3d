/** `/import_detections`: what an import of an address would find. */
import type { Rooms } from '../../engine.ts';
import { Failure, type FailureData } from '../../failures/failure.ts';
import { sentenceFor } from '../../failures/language.ts';
import type { DetectionResult } from '../../sources/detection.ts';
import { sourceOf } from '../../sources/index.ts';
import { MOST_LISTED, namesAmong } from '../../sources/listed-repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { checkAddress, checkVcs, credentialsFor, readCredentials, startSchema } from './import-requests.ts';
import { type Detection, detectionSchema } from './import-schemas.ts';
import { sourceFault } from './source-fault.ts';

/** The whole detection ends within this time, in milliseconds. */
const LIMIT_MS = 60_000;

const detectRoute = operation({
  method: 'post',
  path: '/import_detections',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Looks at an address. Nothing is kept.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: startSchema.pick({ vcs_url: true, vcs: true, vcs_username: true, vcs_password: true }),
        },
      },
    },
  },
  responses: {
    200: { description: 'What was found.', content: { 'application/json': { schema: detectionSchema } } },
    ...errorResponses(401, 403, 422),
  },
});

function represent(url: string, named: boolean, result: DetectionResult): Detection {
  const nothing: Detection = {
    status: 'error',
    vcs: null,
    vcs_url: url,
    root_url: null,
    uuid: null,
    revision_count: null,
    branches: [],
    tags: [],
    layout: null,
    project_choices: [],
    empty: false,
    redirected_to: null,
    message: null,
    failure: null,
    unknown_host: null,
    repositories: [],
  };
  if (result.kind === 'needs_auth') {
    const status = result.wrong_credentials ? 'auth_failed' : 'detection_needs_auth';
    return { ...nothing, status, vcs: result.vcs, ...said(result.failure) };
  }
  if (result.kind === 'nothing') {
    const listed = result.repositories ?? [];
    const names = namesAmong(listed);
    const repositories = listed
      .slice(0, MOST_LISTED)
      .map((one, index) => ({ vcs_url: one.url, vcs: one.vcs, repository: names[index] ?? null }));
    return { ...nothing, status: 'detection_found_nothing', ...said(result.failure), repositories };
  }
  if (result.kind === 'unreachable')
    return { ...nothing, ...said(result.failure), unknown_host: result.unknown_host ?? null };
  if (result.kind !== 'found') return { ...nothing, ...said(result.failure) };
  const { found, choices } = result;
  const { vcs, root_url, uuid, revision_count, branches, tags, layout, empty } = found;
  return {
    ...nothing,
    status: empty
      ? 'error'
      : choices.length > 1 && (!named || sourceOf(vcs)?.fetchesAllProjects === false)
        ? 'detection_found_multiple'
        : 'found',
    vcs,
    root_url,
    uuid,
    revision_count,
    branches,
    tags,
    layout,
    project_choices: choices,
    empty,
    redirected_to: found.redirected_to ?? null,
    ...(empty ? said(Failure.of('source.empty', {})) : {}),
  };
}

function said(failure: Pick<FailureData, 'key' | 'parameters'>): Pick<Detection, 'message' | 'failure'> {
  return { message: sentenceFor(failure, 'request'), failure: failure.key };
}

export function importDetectionRoutes(engine: Rooms<'dataFolder' | 'imports' | 'remembered'>) {
  return router().on(detectRoute, async (c) => {
    const body = c.req.valid('json');
    const address = await checkAddress(engine, c, body.vcs_url);
    const vcs = checkVcs(body.vcs);
    const limit = AbortSignal.timeout(LIMIT_MS);
    const signal = AbortSignal.any([c.req.raw.signal, limit]);
    const credentials = await credentialsFor(engine, c, address, readCredentials(body));
    try {
      const result = await engine.imports.detect(address, vcs, credentials, signal);
      return c.json(represent(address.url, vcs !== null, result), 200);
    } catch (error) {
      if (limit.aborted) throw sourceFault(error, limit, LIMIT_MS);
      // The source's fault, not ours.
      if (error instanceof Failure && error.kind === 'broken_source') {
        throw invalid('Import', 'vcs_url', 'unprocessable', sentenceFor(error, 'request'), error.key);
      }
      throw error;
    }
  });
}
