/** `/user/password`, `/admin/users/{login}/password`. Tokens are refused at both: one that could set a password would be the account. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { OWN_PASSWORD, PASSWORD_ONCE } from '../shared/access.ts';
import { refusal } from '../shared/admission.ts';
import { originOf, requireInstallationOwner } from '../shared/context.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';

const ownRoute = operation({
  method: 'put',
  path: '/user/password',
  access: OWN_PASSWORD,
  resource: 'Account',
  summary: 'Changes the password of the account that asks. Wants the old one. Its tokens stay.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ current_password: z.string(), password: z.string() }) } },
    },
  },
  responses: { 204: { description: 'Changed.' }, ...errorResponses(401, 403, 422) },
});

const othersRoute = operation({
  method: 'put',
  path: '/admin/users/{login}/password',
  access: PASSWORD_ONCE,
  resource: 'Account',
  summary:
    'Gives another account a new password, and deletes its tokens when asked to. Its second factor stays. Owners of the installation only.',
  request: {
    params: z.object({ login: z.string() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ password: z.string(), revoke_tokens: z.boolean().optional() }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'It has the password.',
      content: { 'application/json': { schema: z.object({ revoked_tokens: z.number().int() }) } },
    },
    ...errorResponses(401, 403, 404, 422),
  },
});

export function passwordRoutes(engine: Rooms<'accounts' | 'events' | 'signIn' | 'tokens'>) {
  const { accounts, events, signIn, tokens } = engine;
  return router()
    .on(ownRoute, async (c) => {
      const account = c.get('account');
      const { current_password, password } = c.req.valid('json');
      const checked = await signIn.password(account.login, current_password, originOf(c));
      if (checked.kind === 'too_many_attempts') throw refusal(checked);
      if (checked.kind !== 'password') {
        throw invalid('Account', 'current_password', 'invalid', say('That is not your current password.'));
      }
      await accounts.setPassword(account.id, password);
      // The window in which it was changed stays open: whoever sits there knows the old and the new one.
      if (c.env.identity === null) events.emit({ type: 'password.changed', login: account.login });
      events.emit({ type: 'account.changed', login: account.login });
      return c.body(null, 204);
    })
    .on(othersRoute, async (c) => {
      requireInstallationOwner(c);
      const { login } = c.req.valid('param');
      const account = accounts.byLogin(login);
      if (account?.type !== 'User') throw notFound();
      if (account.id === c.get('account').id) {
        const sentence = say(
          'This is your own account. Change its password in Settings, Security, where the old one is asked for.',
        );
        throw invalid('Account', 'login', 'invalid', sentence);
      }
      const { password, revoke_tokens } = c.req.valid('json');
      await accounts.setPassword(account.id, password);
      const revoked_tokens = revoke_tokens === true ? tokens.deleteAll(account.id) : 0;
      events.emit({ type: 'password.changed', login: account.login });
      events.emit({ type: 'account.changed', login: account.login });
      if (revoked_tokens > 0) events.emit({ type: 'token.changed', login: account.login });
      return c.json({ revoked_tokens }, 200);
    });
}
