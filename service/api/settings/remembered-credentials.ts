/** `/remembered_credentials`: what the keychain keeps for the account, without the passwords. */

import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { account } from '../shared/access.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { rememberedCredentialsSchema } from './credential-schemas.ts';

const listRoute = operation({
  method: 'get',
  path: '/remembered_credentials',
  access: account('user'),
  resource: 'Account',
  summary: 'Addresses whose credentials are remembered, and whether there is a keychain.',
  responses: {
    200: { description: 'Addresses.', content: { 'application/json': { schema: rememberedCredentialsSchema } } },
    ...errorResponses(401, 403),
  },
});
const forgetRoute = operation({
  method: 'delete',
  path: '/remembered_credentials/{id}',
  access: account('user'),
  resource: 'Account',
  summary: 'Forgets the credentials of one address.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Forgotten.' }, ...errorResponses(401, 403, 404) },
});

export function rememberedCredentialRoutes(engine: Rooms<'remembered'>) {
  const { remembered } = engine;
  return router()
    .on(listRoute, async (c) => {
      const { available, reason } = await remembered.state();
      const entries = remembered.list(c.get('account').id);
      return c.json({ available, reason: reason === null ? null : spoken(reason), entries }, 200);
    })
    .on(forgetRoute, async (c) => {
      const forgotten = await remembered.forget(c.get('account').id, c.req.valid('param').id);
      if (!forgotten) throw notFound();
      return c.body(null, 204);
    });
}
