/** `/setup`: the first run, and what the window needs to know before anybody signed in. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import { SHORTEST_PASSWORD } from '../../accounts/accounts.ts';
import type { Rooms } from '../../engine.ts';
import { installedTools } from '../../processes/installed-tools.ts';
import { ANYBODY, PUBLIC } from '../shared/access.ts';
import { base, mayNameFolders } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { accountSchema } from '../shared/schemas.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { representAccount } from './accounts.ts';
import { setupSchema } from './setup-schemas.ts';

const getRoute = operation({
  method: 'get',
  path: '/setup',
  access: ANYBODY,
  resource: 'Account',
  summary:
    'Whether the installation has an account, and which tools are there. Needs no authentication; owners are told the data folder.',
  responses: {
    200: { description: 'The state.', content: { 'application/json': { schema: setupSchema } } },
    ...errorResponses(401),
  },
});

const postRoute = operation({
  method: 'post',
  path: '/setup',
  access: PUBLIC,
  resource: 'Account',
  summary: 'Makes the first account and, when named, an organization. Needs no authentication.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            login: z.string(),
            password: z.string().min(SHORTEST_PASSWORD),
            email: textOf(LONGEST.name).optional(),
            organization: z.string().optional(),
          }),
        },
      },
    },
  },
  responses: {
    201: { description: 'The account.', content: { 'application/json': { schema: accountSchema } } },
    ...errorResponses(409, 422),
  },
});

/** Where an installation keeps its data is for its owners to know; before there is one, for whoever sits at the window. */
function maySeeFolder(c: ApiContext, isNew: boolean): boolean {
  return c.get('caller') === undefined ? isNew && c.env.sender === null : mayNameFolders(c);
}

export function setupRoutes(engine: Rooms<'accounts' | 'dataFolder' | 'twoFactor' | 'version'>) {
  const { accounts } = engine;
  return router()
    .on(getRoute, async (c) =>
      c.json(
        {
          required: accounts.owner() === undefined,
          data_folder: maySeeFolder(c, accounts.owner() === undefined) ? engine.dataFolder : null,
          version: engine.version,
          tools: await installedTools(),
        },
        200,
      ),
    )
    .on(postRoute, async (c) => {
      const { login, password, email, organization } = c.req.valid('json');
      const exists = () => new ApiError(409, say('This installation has an account already. Sign in with it.'));
      if (accounts.owner() !== undefined) throw exists();
      const account = await accounts.setUp({ login, password, email, organization: organization || undefined });
      if (account === null) throw exists();
      return c.json(representAccount(engine, base(c), account), 201);
    });
}
