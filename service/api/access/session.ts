/** `/session`: are these credentials right? Keeps nothing; the window's sign-in asks it. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { PUBLIC } from '../shared/access.ts';
import { oneTimeRefusal, refusal } from '../shared/admission.ts';
import { base, originOf } from '../shared/context.ts';
import { ApiError, errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { accountSchema } from '../shared/schemas.ts';
import { representAccount } from './accounts.ts';

const checkRoute = operation({
  method: 'post',
  path: '/session',
  access: PUBLIC,
  resource: 'Session',
  summary: 'Whether login, password and, with two factors, code are right. Needs no Authorization header.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ login: z.string(), password: z.string(), otp: z.string().nullish() }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'They are; the account.',
      content: { 'application/json': { schema: z.object({ account: accountSchema }) } },
    },
    ...errorResponses(401, 403, 422),
  },
});

export function sessionRoutes(engine: Rooms<'signIn' | 'twoFactor'>) {
  return router().on(checkRoute, async (c) => {
    const { login, password, otp } = c.req.valid('json');
    const signIn = await engine.signIn.password(login, password, originOf(c));
    if (signIn.kind === 'bad_credentials' || signIn.kind === 'too_many_attempts') throw refusal(signIn);
    if (signIn.kind !== 'password') throw new ApiError(401, 'Bad credentials');
    const checked = engine.signIn.oneTimePassword(signIn.account, otp ?? null, originOf(c), true);
    if (checked !== 'right') throw oneTimeRefusal(checked, true);
    return c.json({ account: representAccount(engine, base(c), signIn.account) }, 200);
  });
}
