/** `/settings/network`: proxies, authorities and certificates for everything that talks to servers. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { InvalidNetwork } from '../../network/check-settings.ts';
import { type AddressTest, isTestable, testAddress } from '../../network/test-address.ts';
import { INSTALLATION } from '../shared/access.ts';
import { requireInstallationOwner } from '../shared/context.ts';
import { errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import {
  type AddressTestAnswer,
  addressTestSchema,
  type NetworkAnswer,
  networkChangeSchema,
  networkSchema,
} from './network-schemas.ts';

const all = { description: 'The network.', content: { 'application/json': { schema: networkSchema } } };

const getRoute = operation({
  method: 'get',
  path: '/settings/network',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'How servers are reached: proxy, authorities, certificates. Owners of the installation only.',
  responses: { 200: all, ...errorResponses(401, 403) },
});
const changeRoute = operation({
  method: 'patch',
  path: '/settings/network',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Changes what is named; imports that run keep what they began with.',
  request: { body: { required: true, content: { 'application/json': { schema: networkChangeSchema } } } },
  responses: { 200: all, ...errorResponses(401, 403, 422) },
});
const testRoute = operation({
  method: 'post',
  path: '/settings/network/test',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Goes the way to an address and says at which part it ends.',
  request: {
    body: { required: true, content: { 'application/json': { schema: z.object({ address: z.string().max(2000) }) } } },
  },
  responses: {
    200: { description: 'The way.', content: { 'application/json': { schema: addressTestSchema } } },
    ...errorResponses(401, 403, 422),
  },
});

function representTest({ hops, failed, message }: AddressTest): AddressTestAnswer {
  return {
    hops: hops.map((hop) => ({ ...hop, message: hop.message === null ? null : spoken(hop.message) })),
    failed,
    message: spoken(message),
  };
}

export function networkRoutes(engine: Rooms<'events' | 'networking' | 'remembered'>) {
  const { networking, remembered } = engine;
  const represent = (): NetworkAnswer => {
    const { proxy, authorities, client_certificates, wait_minutes } = networking.values;
    const { mode, address, username, exceptions } = proxy;
    return {
      proxy: { mode, address, username, has_password: networking.hasPassword, exceptions },
      environment: networking.environmentProxies(),
      authorities,
      client_certificates,
      wait_minutes,
    };
  };
  return router()
    .on(getRoute, (c) => {
      requireInstallationOwner(c);
      return c.json(represent(), 200);
    })
    .on(changeRoute, async (c) => {
      requireInstallationOwner(c);
      const change = c.req.valid('json');
      if (change.proxy?.remember === true) {
        const { available, reason } = await remembered.state();
        if (!available) throw invalid('Settings', 'proxy.remember', 'invalid', reason ?? say('There is no keychain.'));
      }
      try {
        await networking.change(change);
      } catch (error) {
        if (error instanceof InvalidNetwork) throw invalid('Settings', error.field, 'invalid', error.said);
        throw error;
      }
      engine.events.emit({ type: 'settings.changed' });
      return c.json(represent(), 200);
    })
    .on(testRoute, async (c) => {
      requireInstallationOwner(c);
      const address = c.req.valid('json').address.trim();
      if (!URL.canParse(address) || !isTestable(new URL(address))) {
        const message = say('Enter a whole address, such as https://svn.example.com/repository.');
        throw invalid('Settings', 'address', 'invalid', message);
      }
      return c.json(representTest(await testAddress(new URL(address), c.req.raw.signal)), 200);
    });
}
