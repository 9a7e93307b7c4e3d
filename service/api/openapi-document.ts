/** The OpenAPI document: what the routes say of themselves, and what all of them share. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { documentedParameters, isRefused, listedStatuses, withNulls } from './documented-parameters.ts';
import { PUBLIC } from './shared/access.ts';
import type { ApiEnv } from './shared/environment.ts';
import { errorResponses } from './shared/errors.ts';
import { baseUrl } from './shared/links.ts';
import { operation } from './shared/operation.ts';
import { type Mounted, type Router, router } from './shared/router.ts';

/** The parts of an operation that are completed here. */
interface Documented {
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

const documentRoute = operation({
  method: 'get',
  path: '/openapi.json',
  access: PUBLIC,
  resource: 'Account',
  hide: true,
  responses: { 200: { description: 'This document.' } },
});

/** `/openapi.json`: the document of the routes. */
export function documentRoutes(version: string, routes: Pick<Router, 'hono'> & { mounted: readonly Mounted[] }) {
  registerSecurity(routes.hono);
  return router().on(documentRoute, (c) =>
    c.json(openApiDocument(routes.hono, routes.mounted, version, baseUrl(c.req.raw)), 200),
  );
}

/** Names the ways of authentication once. */
function registerSecurity(api: OpenAPIHono<ApiEnv>): void {
  api.openAPIRegistry.registerComponent('securitySchemes', 'password', {
    type: 'http',
    scheme: 'basic',
    description: 'Login and password; a token may take the place of the password where tokens are allowed.',
  });
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: '`Bearer` or `token`, then a token.',
  });
}

function openApiDocument(api: OpenAPIHono<ApiEnv>, mounted: readonly Mounted[], version: string, url: string) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Gantry', version },
    servers: [{ url }],
  });
  const error = (status: 400 | 403 | 422) => {
    const [response] = Object.values(errorResponses(status));
    // The routes' own entries refer to the component by name, too.
    const schema = { $ref: '#/components/schemas/Error' };
    return { description: response?.description, content: { 'application/json': { schema } } };
  };
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, documented] of Object.entries(methods as Record<string, Documented>)) {
      const defined = mounted.find(({ operation }) => operation.path === path && operation.method === method);
      if (defined === undefined) throw new Error(`${method} ${path} is in the document and not mounted`);
      const { access } = defined.operation;
      documented.responses['403'] ??= error(403);
      if (documented.requestBody !== undefined) documented.responses['400'] ??= error(400);
      if (documented.parameters?.some(isRefused)) documented.responses['422'] ??= error(422);
      for (const { status, description } of listedStatuses(defined.operation)) {
        documented.responses[status] ??= { description };
      }
      documented.parameters = documentedParameters(defined.operation, documented.parameters ?? []);
      if (access.scopes.length > 0)
        documented.description = `A token needs one of the scopes: ${access.scopes.join(', ')}.`;
      documented.security = {
        public: [],
        anybody: [{}, { password: [] }, { token: [] }],
        password: [{ password: [] }],
        account: [{ password: [] }, { token: [] }],
      }[access.who];
    }
  }
  return withNulls(document);
}
