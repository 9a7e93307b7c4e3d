/** `/ssh_host_keys`: keys of SSH servers that were accepted here. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { isHostKey } from '../../ssh/host-keys.ts';
import { INSTALLATION } from '../shared/access.ts';
import { requireInstallationOwner } from '../shared/context.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { knownHostSchema } from './credential-schemas.ts';

const keys = { description: 'Keys.', content: { 'application/json': { schema: z.array(knownHostSchema) } } };

const listRoute = operation({
  method: 'get',
  path: '/ssh_host_keys',
  access: INSTALLATION,
  resource: 'Account',
  summary:
    'Keys of SSH servers that were accepted here; the ones of ~/.ssh/known_hosts count as well. Owners of the installation only.',
  responses: { 200: keys, ...errorResponses(401, 403) },
});
const acceptRoute = operation({
  method: 'post',
  path: '/ssh_host_keys',
  access: INSTALLATION,
  resource: 'Account',
  summary: 'Trusts an SSH server with these keys, as `unknown_host` named them.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            host: z.string().max(255),
            port: z.number().int().min(1).max(65535),
            keys: z
              .array(z.object({ type: z.string(), key: z.string() }))
              .min(1)
              .max(20),
          }),
        },
      },
    },
  },
  responses: { 201: keys, ...errorResponses(401, 403, 422) },
});
const forgetRoute = operation({
  method: 'delete',
  path: '/ssh_host_keys/{id}',
  access: INSTALLATION,
  resource: 'Account',
  summary: 'Trusts a key no longer.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Forgotten.' }, ...errorResponses(401, 403, 404) },
});

export function sshHostKeyRoutes(engine: Rooms<'events' | 'knownHosts'>) {
  const { knownHosts } = engine;
  return router()
    .on(listRoute, (c) => {
      requireInstallationOwner(c);
      return c.json(knownHosts.list(), 200);
    })
    .on(acceptRoute, async (c) => {
      requireInstallationOwner(c);
      const body = c.req.valid('json');
      // Neither a pattern nor a second field of known_hosts.
      if (!/^[\w.:%][\w.:%-]*$/.test(body.host)) {
        throw invalid('HostKey', 'host', 'invalid', say('Give the name or address of one host.'));
      }
      for (const { type, key } of body.keys) {
        if (!isHostKey(type, key))
          throw invalid('HostKey', 'keys', 'invalid', say('This is no public key of type "{type}".', { type }));
      }
      await knownHosts.accept(body.host, body.port, body.keys);
      engine.events.emit({ type: 'settings.changed' });
      return c.json(knownHosts.list(), 201);
    })
    .on(forgetRoute, async (c) => {
      requireInstallationOwner(c);
      if (!(await knownHosts.forget(c.req.valid('param').id))) throw notFound();
      engine.events.emit({ type: 'settings.changed' });
      return c.body(null, 204);
    });
}
