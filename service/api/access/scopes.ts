/** `/scopes`: what tokens can be allowed. */

import { z } from '@hono/zod-openapi';
import { SCOPES } from '../../accounts/scopes.ts';
import { spoken } from '../../failures/language.ts';
import { ANY_ACCOUNT } from '../shared/access.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { scopeSchema } from './access-schemas.ts';

const listRoute = operation({
  method: 'get',
  path: '/scopes',
  access: ANY_ACCOUNT,
  resource: 'Account',
  summary: 'All scopes: what each allows and which one holds it.',
  responses: {
    200: { description: 'Scopes.', content: { 'application/json': { schema: z.array(scopeSchema) } } },
    ...errorResponses(401),
  },
});

export function scopeRoutes() {
  return router().on(listRoute, (c) =>
    c.json(
      SCOPES.map((scope) => ({ ...scope, description: spoken(scope.description) })),
      200,
    ),
  );
}
