/** Puts the routes together under `/api/v3`. */
import { Hono } from 'hono';
import type { Engine } from '../engine.ts';
import { accountRoutes } from './access/accounts.ts';
import { applicationRoutes } from './access/applications.ts';
import { authorizationRoutes } from './access/authorizations.ts';
import { grantRoutes } from './access/grants.ts';
import { scopeRoutes } from './access/scopes.ts';
import { sessionRoutes } from './access/session.ts';
import { setupRoutes } from './access/setup.ts';
import { twoFactorRoutes } from './access/two-factor.ts';
import { importAuthorRoutes } from './imports/import-authors.ts';
import { importBatchRoutes } from './imports/import-batches.ts';
import { importDetectionRoutes } from './imports/import-detections.ts';
import { importLargeFileRoutes } from './imports/import-large-files.ts';
import { importReportRoutes } from './imports/import-reports.ts';
import { importSurveyRoutes } from './imports/import-surveys.ts';
import { importUpdateRoutes } from './imports/import-updates.ts';
import { importRoutes } from './imports/imports.ts';
import { remotePushRoutes } from './imports/remote-pushes.ts';
import { archiveDownloadRoutes } from './migrations/archive-downloads.ts';
import { inspectionChoiceRoutes } from './migrations/inspection-choices.ts';
import { inspectionRoutes } from './migrations/inspections.ts';
import { migrationRoutes } from './migrations/migrations.ts';
import { restoreRoutes } from './migrations/restores.ts';
import { openApiDocument, registerSecurity } from './openapi-document.ts';
import { hookRoutes } from './organizations/hooks.ts';
import { organizationRoutes } from './organizations/organizations.ts';
import { repositoryRoutes } from './organizations/repositories.ts';
import { rateLimitRoutes } from './settings/rate-limit.ts';
import { rememberedCredentialRoutes } from './settings/remembered-credentials.ts';
import { settingsRoutes } from './settings/settings.ts';
import { sshHostKeyRoutes } from './settings/ssh-host-keys.ts';
import { admit } from './shared/admission.ts';
import { completeAnswers } from './shared/answers.ts';
import { type ApiEnv, router, type Sender, type TrustedIdentity } from './shared/context.ts';
import { errorAnswer, notFound } from './shared/errors.ts';
import { API_PATH, baseUrl } from './shared/links.ts';
import { withReadableBody } from './shared/request-body.ts';
import { refuseUnfit } from './shared/request-headers.ts';

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
