/** `/user/two_factor`: enrolling a second factor, and giving it up. */

import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { PASSWORD } from '../shared/access.ts';
import { refusal } from '../shared/admission.ts';
import { originOf } from '../shared/context.ts';
import { errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { recoveryCodesSchema, twoFactorSecretSchema } from './access-schemas.ts';

const path = '/user/two_factor';
const code = {
  required: true,
  content: { 'application/json': { schema: z.object({ otp: z.string() }) } },
};

const beginRoute = operation({
  method: 'post',
  path,
  access: PASSWORD,
  resource: 'Session',
  summary: 'Makes a secret for an authenticator app. It counts once a code confirmed it.',
  responses: {
    201: { description: 'The secret.', content: { 'application/json': { schema: twoFactorSecretSchema } } },
    ...errorResponses(401, 403, 422),
  },
});
const confirmRoute = operation({
  method: 'put',
  path,
  access: PASSWORD,
  resource: 'Session',
  summary: 'Switches two-factor on with the first code of the app. The recovery codes are shown here only.',
  request: { body: code },
  responses: {
    200: { description: 'Recovery codes.', content: { 'application/json': { schema: recoveryCodesSchema } } },
    ...errorResponses(401, 403, 422),
  },
});
const removeRoute = operation({
  method: 'delete',
  path,
  access: PASSWORD,
  resource: 'Session',
  summary: 'Switches two-factor off, with a code or a recovery code.',
  request: { body: code },
  responses: { 204: { description: 'Switched off.' }, ...errorResponses(401, 403, 422) },
});

const WRONG = say('That is not the code of this moment. Look at your authenticator app again.');

export function twoFactorRoutes(engine: Rooms<'signIn' | 'twoFactor'>) {
  const { twoFactor } = engine;
  const refuse = (message: Sentence) => invalid('Session', 'otp', 'invalid', message);
  return router()
    .on(beginRoute, (c) => {
      const begun = twoFactor.begin(c.get('account'));
      if (begun === null) throw invalid('Session', 'two_factor', 'already_exists', say('Two-factor is on already.'));
      return c.json(begun, 201);
    })
    .on(confirmRoute, (c) => {
      const { id } = c.get('account');
      if (twoFactor.isOn(id)) throw refuse(say('Two-factor is on already.'));
      const recovery_codes = twoFactor.confirm(id, c.req.valid('json').otp);
      if (recovery_codes === null) throw refuse(WRONG);
      return c.json({ recovery_codes }, 200);
    })
    .on(removeRoute, (c) => {
      const account = c.get('account');
      if (!twoFactor.isOn(account.id)) throw refuse(say('Two-factor is not on.'));
      const checked = engine.signIn.oneTimePassword(account, c.req.valid('json').otp, originOf(c), true);
      if (checked === 'too_many_attempts') throw refusal({ kind: checked });
      if (checked === 'used') throw refuse(say('This code was used already. Wait for the next one.'));
      if (checked !== 'right') throw refuse(WRONG);
      twoFactor.remove(account.id);
      return c.body(null, 204);
    });
}
