/** The OpenAPI document: what the routes say of themselves, and what all of them share. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { accessRule } from './shared/access-rules.ts';
import type { ApiEnv } from './shared/context.ts';
import { errorResponses } from './shared/errors.ts';

/** The parts of an operation that are completed here. */
interface Operation {
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

const OTP_HEADER = {
  name: 'X-GitHub-OTP',
  in: 'header',
  required: false,
  description: 'One-time password, where the account has two factors. `X-Gantry-OTP` is the same.',
  schema: { type: 'string' },
};

/** Names the ways of authentication once. */
export function registerSecurity(api: OpenAPIHono<ApiEnv>): void {
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

export function openApiDocument(api: OpenAPIHono<ApiEnv>, version: string, url: string) {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Gantry', version },
    servers: [{ url }],
  });
  const error = (status: 400 | 403) => {
    const [response] = Object.values(errorResponses(status));
    // The routes' own entries refer to the component by name, too.
    const schema = { $ref: '#/components/schemas/Error' };
    return { description: response?.description, content: { 'application/json': { schema } } };
  };
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const rule = accessRule(method.toUpperCase(), path);
      operation.responses['403'] ??= error(403);
      if (operation.requestBody !== undefined) operation.responses['400'] ??= error(400);
      if (method === 'get') operation.responses['304'] ??= { description: 'Not modified.' };
      if (rule.oneTime) operation.parameters = [...(operation.parameters ?? []), OTP_HEADER];
      if (rule.scopes.length > 0) operation.description = `A token needs one of the scopes: ${rule.scopes.join(', ')}.`;
      operation.security = {
        public: [],
        anybody: [{}, { password: [] }, { token: [] }],
        password: [{ password: [] }],
        account: [{ password: [] }, { token: [] }],
      }[rule.who];
    }
  }
  return document;
}
