/** `/remembered_credentials`: what the keychain keeps for the account, without the passwords. */
import { createRoute, z } from '@hono/zod-openapi';
import type { Engine } from '../../engine.ts';
import { router } from '../shared/context.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { rememberedCredentialsSchema } from '../shared/schemas.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/remembered_credentials',
  summary: 'Addresses whose credentials are remembered, and whether there is a keychain.',
  responses: {
    200: { description: 'Addresses.', content: { 'application/json': { schema: rememberedCredentialsSchema } } },
    ...errorResponses(401, 403),
  },
});
const forgetRoute = createRoute({
  method: 'delete',
  path: '/remembered_credentials/{id}',
  summary: 'Forgets the credentials of one address.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Forgotten.' }, ...errorResponses(401, 403, 404) },
});

export function rememberedCredentialRoutes(engine: Engine) {
  const { remembered } = engine;
  return router()
    .openapi(listRoute, (c) => c.json({ ...remembered.state(), entries: remembered.list(c.get('account').id) }, 200))
    .openapi(forgetRoute, async (c) => {
      const forgotten = await remembered.forget(c.get('account').id, c.req.valid('param').id);
      if (!forgotten) throw notFound();
      return c.body(null, 204);
    });
}
