/** Puts the routes together under `/api/v3`. */
import { Hono } from 'hono';
import type { Engine } from '../engine.ts';
import { requireOwnDisk } from '../files/disk-failure.ts';
import { API_PATH } from '../vocabulary/api-path.ts';
import type { Sender, TrustedIdentity } from '../vocabulary/callers.ts';
import { documentRoutes } from './openapi-document.ts';
import { routesOf } from './routes.ts';
import { admit } from './shared/admission.ts';
import { completeAnswers } from './shared/answers.ts';
import type { ApiEnv } from './shared/environment.ts';
import { errorAnswer, notFound } from './shared/errors.ts';
import { withReadableBody } from './shared/request-body.ts';
import { refuseUnfit } from './shared/request-headers.ts';
import { findOperation, router } from './shared/router.ts';

/**
 * Answers a request. Never rejects.
 * @param identity who the caller vouches for
 * @param sender where the request came from; null for one that came over no network
 */
export type Api = (request: Request, identity: TrustedIdentity | null, sender: Sender | null) => Promise<Response>;

export function createApi(engine: Engine): Api {
  const routes = routesOf(engine);
  const app = new Hono<ApiEnv>();
  const api = router();
  api.hono.use(
    '*',
    completeAnswers(engine),
    findOperation(() => all.mounted, API_PATH),
    refuseUnfit(engine),
    admit(engine),
  );
  api.hono.use('*', async (c, next) => {
    const operation = c.get('operation');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireOwnDisk(engine.dataFolder);
    // What is sent to no operation is read by nobody; there are methods that no `Request` can be made of, too.
    if (operation !== undefined) {
      const isPublic = operation.access.who === 'public';
      c.req.raw = await withReadableBody(c.req.raw, operation.textBody === true, isPublic);
    }
    await next();
  });
  const all = api.and(documentRoutes(engine.version, routes)).and(routes);
  app.route(API_PATH, all.hono);
  app.onError((error, c) => errorAnswer(error, c, engine));
  app.notFound((c) => errorAnswer(notFound(), c, engine));
  return async (request, identity, sender) => app.fetch(request, { identity, sender });
}
