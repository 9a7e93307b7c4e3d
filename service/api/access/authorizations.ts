/** `/authorizations`: tokens (service.md "Authorizations"). */

import { z } from '@hono/zod-openapi';
import { moment, say } from '../../../language/sentence.ts';
import { InvalidToken, scopesOf, type TokenFields } from '../../accounts/tokens.ts';
import type { Rooms } from '../../engine.ts';
import type { TokenWithApplication } from '../../store/tokens.ts';
import { PASSWORD, PASSWORD_ONCE } from '../shared/access.ts';
import { setLastModified } from '../shared/answers.ts';
import { base, idOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { type Authorization, authorizationSchema } from './access-schemas.ts';

/** Client id of personal tokens, as the original wrote it (facts.md). */
const NO_CLIENT = '0'.repeat(20);

const path = '/authorizations';
const onePath = z.object({ authorization_id: z.string() });
const scopes = z.array(z.string()).nullish();
const text = z.string().nullish();
const fingerprint = textOf(LONGEST.name).nullish();
const noteFields = { note: textOf(LONGEST.name).nullish(), note_url: textOf(LONGEST.address).nullish() };
const tokenAnswer = (description: string) => ({
  description,
  content: { 'application/json': { schema: authorizationSchema } },
});
const json = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});
const getOrCreateBody = { client_secret: z.string(), scopes, ...noteFields };

const listRoute = operation({
  method: 'get',
  path,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'Tokens of the account. Basic authentication with the password only.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Tokens.', content: { 'application/json': { schema: z.array(authorizationSchema) } } },
    ...errorResponses(401, 403),
  },
});
const createTokenRoute = operation({
  method: 'post',
  path,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'Makes a token: a personal one, which needs a note of its own, or one of an application.',
  request: {
    body: json(z.object({ scopes, ...noteFields, client_id: text, client_secret: text, fingerprint })),
  },
  responses: { 201: tokenAnswer('The token; its text is shown here only.'), ...errorResponses(401, 403, 410, 422) },
});
const forApplicationRoute = operation({
  method: 'put',
  path: `${path}/clients/{client_id}`,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'The token of an application, made when there is none.',
  request: {
    params: z.object({ client_id: z.string() }),
    body: json(z.object({ ...getOrCreateBody, fingerprint })),
  },
  responses: {
    200: tokenAnswer('The token that was there.'),
    201: tokenAnswer('A new token.'),
    ...errorResponses(401, 403, 422),
  },
});
const forFingerprintRoute = operation({
  method: 'put',
  path: `${path}/clients/{client_id}/{fingerprint}`,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'The token of an application with a fingerprint, made when there is none.',
  request: {
    params: z.object({ client_id: z.string(), fingerprint: z.string() }),
    body: json(z.object(getOrCreateBody)),
  },
  responses: {
    200: tokenAnswer('The token that was there.'),
    201: tokenAnswer('A new token.'),
    ...errorResponses(401, 403, 422),
  },
});
const getRoute = operation({
  method: 'get',
  path: `${path}/{authorization_id}`,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'One token, without its text.',
  request: { params: onePath },
  responses: { 200: tokenAnswer('The token.'), ...errorResponses(401, 403, 404) },
});
const updateRoute = operation({
  method: 'patch',
  path: `${path}/{authorization_id}`,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'Changes a token. One of scopes, add_scopes and remove_scopes at a time.',
  request: {
    params: onePath,
    body: json(
      z.object({
        scopes,
        add_scopes: z.array(z.string()).optional(),
        remove_scopes: z.array(z.string()).optional(),
        ...noteFields,
        fingerprint,
      }),
    ),
  },
  responses: { 200: tokenAnswer('The token.'), ...errorResponses(401, 403, 404, 422) },
});
const regenerateRoute = operation({
  method: 'post',
  path: `${path}/{authorization_id}/regenerate`,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  summary: 'Gives a token a new text; the old one stops working.',
  request: { params: onePath },
  responses: { 201: tokenAnswer('The token; its text is shown here only.'), ...errorResponses(401, 403, 404) },
});
const deleteRoute = operation({
  method: 'delete',
  path: `${path}/{authorization_id}`,
  access: PASSWORD,
  resource: 'OauthAccess',
  summary: 'Removes a token.',
  request: { params: onePath },
  responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
});

/** @octokit/auth-basic asks `PATCH /authorizations`, which does not exist, for the challenge, then for 404. */
const challengeRoute = operation({
  method: 'patch',
  path,
  access: PASSWORD_ONCE,
  resource: 'OauthAccess',
  hide: true,
  responses: errorResponses(401, 404),
});

/** @param token its text in answers 201, else empty */
export function representAuthorization(baseUrl: string, row: TokenWithApplication, token = ''): Authorization {
  const docs = `${baseUrl}/openapi.json`;
  return {
    id: row.id,
    url: `${baseUrl}${path}/${row.id}`,
    app:
      row.client_id === null
        ? { name: row.note ?? '', url: docs, client_id: NO_CLIENT }
        : { name: row.application_name ?? '', url: row.application_url || docs, client_id: row.client_id },
    token,
    hashed_token: row.hashed_token,
    token_last_eight: row.token_last_eight,
    note: row.note,
    note_url: row.note_url,
    created_at: row.created_at,
    updated_at: row.updated_at,
    scopes: scopesOf(row),
    fingerprint: row.fingerprint,
  };
}

/** Folders of the machine are for owners of the installation to hand on. @throws InvalidToken */
function requireOwnerFor(c: ApiContext, asked: readonly string[] | null | undefined): void {
  if (asked?.includes('local_folders') !== true || c.get('account').site_admin === 1) return;
  throw new InvalidToken(
    'scopes',
    'invalid',
    say('Only an owner of this installation can give the scope local_folders.'),
  );
}

/** An address that a browser could open, or null. @throws InvalidToken */
function checkedUrl(url: string | null | undefined): string | null | undefined {
  if (url === undefined || url === null || url === '') return url === '' ? null : url;
  if (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) return url;
  throw new InvalidToken('note_url', 'invalid', say('The address of the note starts with http:// or https://.'));
}

export function authorizationRoutes(engine: Rooms<'events' | 'now' | 'settings' | 'tokens'>) {
  const { tokens } = engine;
  const find = (c: ApiContext, id: string): TokenWithApplication => {
    const row = tokens.byId(c.get('account').id, idOf(id));
    if (row === undefined) throw notFound();
    return row;
  };
  const changed = (c: ApiContext) => engine.events.emit({ type: 'token.changed', login: c.get('account').login });
  const made = (c: ApiContext, row: TokenWithApplication, token: string) => {
    changed(c);
    const body = representAuthorization(base(c), row, token);
    c.header('Location', body.url);
    return body;
  };
  const forApplication = (
    c: ApiContext,
    clientId: string,
    body: Omit<TokenFields, 'fingerprint'> & { client_secret: string },
    fingerprint: string | null | undefined,
  ) => {
    requireOwnerFor(c, body.scopes);
    const fields = { ...body, note_url: checkedUrl(body.note_url), fingerprint };
    const application = tokens.application(clientId, body.client_secret);
    return tokens.getOrCreate(c.get('account').id, application, fields);
  };

  return router()
    .on(listRoute, (c) => {
      const { id } = c.get('account');
      const baseUrl = base(c);
      const rows = readListing(c, c.req.valid('query'), (range) => tokens.ofAccount(id, range));
      return c.json(
        rows.map((row) => representAuthorization(baseUrl, row)),
        200,
      );
    })
    .on(createTokenRoute, (c) => {
      refuseBrownout(engine);
      const body = c.req.valid('json');
      requireOwnerFor(c, body.scopes);
      const fields = { ...body, note_url: checkedUrl(body.note_url) };
      const application = applicationOf(engine, body);
      const { row, token } = tokens.create(c.get('account').id, application, fields);
      return c.json(made(c, row, token), 201);
    })
    .on(forApplicationRoute, (c) => {
      const body = c.req.valid('json');
      const { row, token } = forApplication(c, c.req.valid('param').client_id, body, body.fingerprint);
      if (token !== null) return c.json(made(c, row, token), 201);
      const known = representAuthorization(base(c), row);
      return c.json(known, 200, { Location: known.url });
    })
    .on(forFingerprintRoute, (c) => {
      const { client_id, fingerprint } = c.req.valid('param');
      const { row, token } = forApplication(c, client_id, c.req.valid('json'), fingerprint);
      if (token !== null) return c.json(made(c, row, token), 201);
      const known = representAuthorization(base(c), row);
      return c.json(known, 200, { Location: known.url });
    })
    .on(getRoute, (c) => {
      const row = find(c, c.req.valid('param').authorization_id);
      setLastModified(c, row.updated_at);
      return c.json(representAuthorization(base(c), row), 200);
    })
    .on(updateRoute, (c) => {
      const row = find(c, c.req.valid('param').authorization_id);
      const { scopes: all, add_scopes, remove_scopes, ...fields } = c.req.valid('json');
      requireOwnerFor(c, [...(all ?? []), ...(add_scopes ?? [])]);
      const change = { scopes: all, add_scopes, remove_scopes };
      const next = tokens.update(row, { ...fields, note_url: checkedUrl(fields.note_url) }, change);
      if (next !== row) changed(c);
      return c.json(representAuthorization(base(c), next), 200);
    })
    .on(regenerateRoute, (c) => {
      const { row, token } = tokens.regenerate(find(c, c.req.valid('param').authorization_id));
      return c.json(made(c, row, token), 201);
    })
    .on(deleteRoute, (c) => {
      tokens.delete(find(c, c.req.valid('param').authorization_id));
      changed(c);
      return c.body(null, 204);
    })
    .on(challengeRoute, () => {
      throw notFound();
    });
}

/** The application that a new token is for, or null for a personal one. @throws InvalidToken */
function applicationOf(
  engine: Rooms<'tokens'>,
  body: { client_id?: string | null | undefined; client_secret?: string | null | undefined },
) {
  const { client_id, client_secret } = body;
  if (!client_id && !client_secret) return null;
  const missing = (field: string) =>
    new InvalidToken(field, 'missing_field', 'A token of an application needs its client id and its client secret.');
  if (!client_id) throw missing('client_id');
  if (!client_secret) throw missing('client_secret');
  return engine.tokens.application(client_id, client_secret);
}

/** @throws ApiError 410 while making tokens is switched off (service.md "Versioning") */
function refuseBrownout(engine: Rooms<'now' | 'settings'>): void {
  const brownout = engine.settings.brownoutAt(engine.now());
  if (brownout === undefined) return;
  const until = say('Making tokens this way is switched off until {to}.', { to: moment(brownout.to) });
  throw new ApiError(410, brownout.reason === '' ? until : [until, brownout.reason]);
}
