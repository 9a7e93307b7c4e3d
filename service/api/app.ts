/** Puts the routes together under `/api/v3`. */
import { Hono } from 'hono';
import type { Engine } from '../engine.ts';
import { accountRoutes } from './accounts.ts';
import type { TrustedIdentity } from './context.ts';
import { type ApiEnv, requireAccount, router } from './context.ts';
import { errorAnswer, notFound } from './errors.ts';
import { importAuthorRoutes } from './import-authors.ts';
import { importDetectionRoutes } from './import-detections.ts';
import { importReportRoutes } from './import-reports.ts';
import { importRoutes } from './imports.ts';
import { API_PATH, baseUrl } from './links.ts';
import { remotePushRoutes } from './remote-pushes.ts';
import { repositoryRoutes } from './repositories.ts';
import { withReadableBody } from './request-body.ts';
import { setupRoutes } from './setup.ts';

/** The media type that a caller asked for, as the original service names it back. */
function mediaType(accept: string | undefined): string {
  const preview = /application\/vnd\.\w+\.([\w-]+-preview)\b/.exec(accept ?? '');
  return `github.${preview?.[1] ?? 'v3'}; format=json`;
}

/** Answers a request; `identity` is who the caller vouches for. Never rejects. */
export type Api = (request: Request, identity: TrustedIdentity | null) => Promise<Response>;

export function createApi(engine: Engine): Api {
  const api = router();
  api.use(async (c, next) => {
    await next();
    c.header('X-GitHub-Media-Type', mediaType(c.req.header('accept')));
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cache-Control', 'private, no-store');
  });
  api.route('/', setupRoutes(engine));
  api.get('/openapi.json', (c) =>
    c.json(
      api.getOpenAPI31Document({
        openapi: '3.1.0',
        info: { title: 'Gantry', version: engine.version },
        servers: [{ url: baseUrl(c.req.raw) }],
      }),
    ),
  );
  api.use('*', requireAccount(engine));
  api.route('/', accountRoutes(engine));
  api.route('/', repositoryRoutes(engine));
  api.route('/', importRoutes(engine));
  api.route('/', importAuthorRoutes(engine));
  api.route('/', importReportRoutes(engine));
  api.route('/', importDetectionRoutes(engine));
  api.route('/', remotePushRoutes(engine));

  const app = new Hono<ApiEnv>();
  app.route(API_PATH, api);
  app.onError((error, c) => errorAnswer(error, c, engine.log));
  app.notFound((c) => errorAnswer(notFound(), c, engine.log));

  return async (request, identity) => {
    const bindings = { identity };
    try {
      return await app.fetch(await withReadableBody(request), bindings);
    } catch (error) {
      return Response.json(...plainAnswer(error, request));
    }
  };
}

/** For what fails before there is a route: an unreadable body. */
function plainAnswer(error: unknown, request: Request): [unknown, ResponseInit] {
  const { status = 500, message = 'The service failed.' } = error as { status?: number; message?: string };
  return [{ message, documentation_url: `${baseUrl(request)}/openapi.json` }, { status }];
}
