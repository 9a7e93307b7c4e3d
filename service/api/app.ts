/** Puts the routes together under `/api/v3`. */
import { Hono } from 'hono';
import type { Engine } from '../engine.ts';
import { accountRoutes } from './accounts.ts';
import { admit } from './admission.ts';
import { completeAnswers } from './answers.ts';
import { applicationRoutes } from './applications.ts';
import { archiveDownloadRoutes } from './archive-downloads.ts';
import { authorizationRoutes } from './authorizations.ts';
import { type ApiEnv, router, type Sender, type TrustedIdentity } from './context.ts';
import { errorAnswer, notFound } from './errors.ts';
import { grantRoutes } from './grants.ts';
import { hookRoutes } from './hooks.ts';
import { importAuthorRoutes } from './import-authors.ts';
import { importBatchRoutes } from './import-batches.ts';
import { importDetectionRoutes } from './import-detections.ts';
import { importLargeFileRoutes } from './import-large-files.ts';
import { importReportRoutes } from './import-reports.ts';
import { importSurveyRoutes } from './import-surveys.ts';
import { importUpdateRoutes } from './import-updates.ts';
import { importRoutes } from './imports.ts';
import { inspectionChoiceRoutes } from './inspection-choices.ts';
import { inspectionRoutes } from './inspections.ts';
import { API_PATH, baseUrl } from './links.ts';
import { migrationRoutes } from './migrations.ts';
import { openApiDocument, registerSecurity } from './openapi-document.ts';
import { organizationRoutes } from './organizations.ts';
import { rateLimitRoutes } from './rate-limit.ts';
import { rememberedCredentialRoutes } from './remembered-credentials.ts';
import { remotePushRoutes } from './remote-pushes.ts';
import { repositoryRoutes } from './repositories.ts';
import { withReadableBody } from './request-body.ts';
import { refuseUnfit } from './request-headers.ts';
import { restoreRoutes } from './restores.ts';
import { scopeRoutes } from './scopes.ts';
import { sessionRoutes } from './session.ts';
import { settingsRoutes } from './settings.ts';
import { setupRoutes } from './setup.ts';
import { sshHostKeyRoutes } from './ssh-host-keys.ts';
import { twoFactorRoutes } from './two-factor.ts';

/**
 * Answers a request. Never rejects.
 * @param identity who the caller vouches for
 * @param sender where the request came from; null for one that came over no network
 */
export type Api = (request: Request, identity: TrustedIdentity | null, sender: Sender | null) => Promise<Response>;

export function createApi(engine: Engine): Api {
  const api = router();
  api.use('*', completeAnswers(engine), refuseUnfit(engine), admit(engine), async (c, next) => {
    c.req.raw = await withReadableBody(c.req.raw);
    await next();
  });
  registerSecurity(api);
  api.get('/openapi.json', (c) => c.json(openApiDocument(api, engine.version, baseUrl(c.req.raw))));
  for (const routes of [setupRoutes, sessionRoutes, accountRoutes, twoFactorRoutes, organizationRoutes]) {
    api.route('/', routes(engine));
  }
  // `/applications/grants` before `/applications/{client_id}`.
  for (const routes of [grantRoutes, authorizationRoutes, applicationRoutes, scopeRoutes, rateLimitRoutes]) {
    api.route('/', routes(engine));
  }
  api.route('/', settingsRoutes(engine));
  api.route('/', rememberedCredentialRoutes(engine));
  api.route('/', sshHostKeyRoutes(engine));
  api.route('/', repositoryRoutes(engine));
  api.route('/', importRoutes(engine));
  api.route('/', importAuthorRoutes(engine));
  api.route('/', importLargeFileRoutes(engine));
  api.route('/', importReportRoutes(engine));
  api.route('/', importDetectionRoutes(engine));
  api.route('/', importSurveyRoutes(engine));
  api.route('/', importUpdateRoutes(engine));
  api.route('/', importBatchRoutes(engine));
  api.route('/', remotePushRoutes(engine));
  api.route('/', hookRoutes(engine));
  api.route('/', migrationRoutes(engine));
  api.route('/', archiveDownloadRoutes(engine));
  api.route('/', inspectionRoutes(engine));
  api.route('/', inspectionChoiceRoutes(engine));
  api.route('/', restoreRoutes(engine));

  const app = new Hono<ApiEnv>();
  app.route(API_PATH, api);
  app.onError((error, c) => errorAnswer(error, c, engine.log));
  app.notFound((c) => errorAnswer(notFound(), c, engine.log));
  return async (request, identity, sender) => app.fetch(request, { identity, sender });
}
