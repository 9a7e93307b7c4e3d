/** `/rate_limit` (service.md "Rate limit") and its last hour. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import type { RateCaller, RateReading } from '../../rate-limit/rate-limits.ts';
import { rateLimitSchema, rateMinuteSchema } from '../access/access-schemas.ts';
import { ANY_ACCOUNT, ANYBODY } from '../shared/access.ts';
import { addressOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';

const statusRoute = operation({
  method: 'get',
  path: '/rate_limit',
  access: ANYBODY,
  resource: 'Account',
  category: 'uncounted',
  summary: 'How many requests are left, by category. Is not counted; needs no authentication.',
  responses: {
    200: { description: 'The rate limit.', content: { 'application/json': { schema: rateLimitSchema } } },
    ...errorResponses(401),
  },
});
const historyRoute = operation({
  method: 'get',
  path: '/rate_limit/history',
  access: ANY_ACCOUNT,
  resource: 'Account',
  summary: 'Core requests of the account in each of the last 60 minutes, oldest first.',
  responses: {
    200: { description: 'Minutes.', content: { 'application/json': { schema: z.array(rateMinuteSchema) } } },
    ...errorResponses(401),
  },
});

function callerOf(c: ApiContext): RateCaller {
  const caller = c.get('caller');
  return caller === undefined ? `address:${addressOf(c)}` : `account:${caller.account.id}`;
}

const category = ({ limit, remaining, reset }: RateReading) => ({ limit, remaining, reset });

export function rateLimitRoutes(engine: Rooms<'rateLimits'>) {
  return router()
    .on(statusRoute, (c) => {
      const all = engine.rateLimits.readings(callerOf(c));
      const resources = {
        core: category(all.core),
        search: category(all.search),
        graphql: category(all.graphql),
        integration_manifest: category(all.integration_manifest),
        code_scanning_upload: category(all.code_scanning_upload),
        source_import: category(all.source_import),
      };
      return c.json({ resources, rate: resources.core }, 200);
    })
    .on(historyRoute, (c) => c.json(engine.rateLimits.history(callerOf(c)), 200));
}
