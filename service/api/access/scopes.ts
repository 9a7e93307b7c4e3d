/** `/scopes`: what tokens can be allowed. */
import { createRoute, z } from '@hono/zod-openapi';
import { SCOPES } from '../../accounts/scopes.ts';
import { router } from '../shared/context.ts';
import { errorResponses } from '../shared/errors.ts';
import { scopeSchema } from './access-schemas.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/scopes',
  summary: 'All scopes: what each allows and which one holds it.',
  responses: {
    200: { description: 'Scopes.', content: { 'application/json': { schema: z.array(scopeSchema) } } },
    ...errorResponses(401),
  },
});

export function scopeRoutes() {
  return router().openapi(listRoute, (c) => c.json([...SCOPES], 200));
}
