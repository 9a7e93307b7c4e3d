/** `/repos/{owner}/{repo}/hooks` and `/orgs/{org}/hooks`: the same operations for a repository and an organization. */

import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import type { DeliveryRow, HookScope } from '../../store/hooks.ts';
import { decodeSentence } from '../../store/sentence-column.ts';
import { EVENTS, type HookChange, readEvent, type Webhook } from '../../webhooks/webhooks.ts';
import { account } from '../shared/access.ts';
import { base, idOf, organizationOf, repositoryOf, requireOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { repositoryUrl } from '../shared/links.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { LONGEST, textOf } from '../shared/text-length.ts';
import { deliverySchema, type Hook, type HookDelivery, hookSchema, wholeDeliverySchema } from './hook-schemas.ts';

const PLACES = [
  {
    path: '/repos/{owner}/{repo}/hooks',
    params: z.object({ owner: z.string(), repo: z.string() }),
    of: 'a repository',
    reading: account('read:repo_hook', 'repo'),
    changing: account('write:repo_hook', 'repo'),
    removing: account('admin:repo_hook', 'repo'),
  },
  {
    path: '/orgs/{org}/hooks',
    params: z.object({ org: z.string() }),
    of: 'an organization',
    reading: account('admin:org_hook'),
    changing: account('admin:org_hook'),
    removing: account('admin:org_hook'),
  },
] as const;

/** What answers say instead of a secret. */
const HIDDEN_SECRET = '********';
const NO_SECRET = say('Eight stars are what answers show instead of a secret. Give the secret itself, or none.');

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const config = z.object({
  url: textOf(LONGEST.address).optional(),
  secret: textOf(LONGEST.name).nullish(),
  content_type: z.enum(['json', 'form']).optional(),
  insecure_ssl: z.union([z.string(), z.number()]).optional(),
});
const body = {
  required: true,
  content: {
    'application/json': {
      schema: z.object({
        name: z.string().optional(),
        config: config.optional(),
        events: z.array(z.string()).optional(),
        active: z.boolean().optional(),
      }),
    },
  },
};

export function hookRoutes(engine: Rooms<'accounts' | 'repositories' | 'webhooks'>) {
  const [ofRepository, ofOrganization] = PLACES;
  return placeRoutes(engine, ofRepository).and(placeRoutes(engine, ofOrganization));
}

/** @throws ApiError 422 */
function readChange(given: z.infer<(typeof body)['content']['application/json']['schema']>): HookChange {
  const { events, active } = given;
  if (given.name !== undefined && given.name !== 'web') {
    throw invalid('Hook', 'name', 'invalid', say('The name of a webhook is "web"; leave it out.'));
  }
  const unknown = events?.find((event) => readEvent(event) === undefined);
  if (unknown !== undefined || events?.length === 0) {
    throw invalid(
      'Hook',
      'events',
      'invalid',
      say('Webhooks listen to {events} here, not to "{event}".', {
        events: EVENTS.join(', RepositoryImportEvent or '),
        event: unknown ?? '',
      }),
    );
  }
  if (given.config?.insecure_ssl !== undefined && String(given.config.insecure_ssl) !== '0') {
    throw invalid(
      'Hook',
      'config.insecure_ssl',
      'invalid',
      say('Certificates are always checked; leave insecure_ssl out.'),
    );
  }
  if (given.config?.url !== undefined) checkUrl(given.config.url);
  return {
    url: given.config?.url,
    // What was read is sent back so, by clients that change one thing.
    secret: given.config?.secret === HIDDEN_SECRET ? undefined : given.config?.secret,
    content_type: given.config?.content_type,
    events: events && [...new Set(events.flatMap((event) => readEvent(event) ?? []))],
    active,
  };
}

/** @throws ApiError 422 */
function checkUrl(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid(
      'Hook',
      'config.url',
      'invalid',
      say('The address of the receiver must begin with http:// or https://.'),
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid(
      'Hook',
      'config.url',
      'invalid',
      say('The address holds a user name or a password, which would be stored. Use the secret to prove who sends.'),
    );
  }
}

function placeRoutes(engine: Rooms<'accounts' | 'repositories' | 'webhooks'>, place: (typeof PLACES)[number]) {
  const { webhooks } = engine;
  const { path, of, reading, changing, removing } = place;
  const params = place.params as z.ZodObject;
  const onePath = params.extend({ hook_id: z.string() });
  const deliveryPath = onePath.extend({ delivery_id: z.string() });

  /** Whose hooks a request is about; changing them is for owners. @throws ApiError 403, 404 */
  const scopeOf = (c: ApiContext): { scope: HookScope; url: string } => {
    const { org, owner = '', repo = '' } = c.req.param() as Record<string, string>;
    if (org !== undefined) {
      const organization = organizationOf(engine, c, org);
      requireOwner(engine, c, organization.id, 'use its webhooks');
      return { scope: { organization_id: organization.id }, url: `${base(c)}/orgs/${organization.login}/hooks` };
    }
    const repository = repositoryOf(engine, c, { owner, repo });
    requireOwner(engine, c, repository.owner_id, 'use its webhooks');
    return {
      scope: { repository_id: repository.id },
      url: `${repositoryUrl(base(c), repository.owner, repository.name)}/hooks`,
    };
  };
  const find = (c: ApiContext): { hook: Webhook; url: string } => {
    const { scope, url } = scopeOf(c);
    const hook = webhooks.byId(idOf(c.req.param('hook_id') ?? ''));
    const own =
      hook !== undefined &&
      ('repository_id' in scope
        ? hook.repository_id === scope.repository_id
        : hook.organization_id === scope.organization_id);
    if (!own) throw notFound();
    return { hook, url };
  };
  const findDelivery = (c: ApiContext): { hook: Webhook; url: string; delivery: DeliveryRow } => {
    const found = find(c);
    const delivery = webhooks.delivery(idOf(c.req.param('delivery_id') ?? ''));
    if (delivery?.hook_id !== found.hook.id) throw notFound();
    return { ...found, delivery };
  };

  return router()
    .on(
      operation({
        method: 'get',
        path,
        access: reading,
        resource: 'Hook',
        summary: `Webhooks of ${of}. Owners only.`,
        request: { params, query: pageQuery },
        responses: { 200: json(z.array(hookSchema), 'Webhooks.'), ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        const { scope, url } = scopeOf(c);
        const hooks = readListing(c, c.req.valid('query'), (range) => webhooks.hooksOf(scope, range));
        return c.json(
          hooks.map((hook) => representHook(url, hook)),
          200,
        );
      },
    )
    .on(
      operation({
        method: 'post',
        path,
        access: changing,
        resource: 'Hook',
        summary: `Makes a webhook of ${of}: told when an import ends.`,
        request: { params, body },
        responses: { 201: json(hookSchema, 'The webhook.'), ...errorResponses(401, 403, 404, 422) },
      }),
      (c) => {
        const { scope, url } = scopeOf(c);
        const given = c.req.valid('json');
        const change = readChange(given);
        if (given.config?.secret === HIDDEN_SECRET) throw invalid('Hook', 'config.secret', 'invalid', NO_SECRET);
        if (change.url === undefined) {
          throw invalid('Hook', 'config.url', 'missing_field', say('Give the address of the receiver as config.url.'));
        }
        const hook = representHook(url, webhooks.create(scope, { ...change, url: change.url }));
        return c.json(hook, 201, { Location: hook.url });
      },
    )
    .on(
      operation({
        method: 'get',
        path: `${path}/{hook_id}`,
        access: reading,
        resource: 'Hook',
        summary: 'One webhook.',
        request: { params: onePath },
        responses: { 200: json(hookSchema, 'The webhook.'), ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        const { hook, url } = find(c);
        return c.json(representHook(url, hook), 200);
      },
    )
    .on(
      operation({
        method: 'patch',
        path: `${path}/{hook_id}`,
        access: changing,
        resource: 'Hook',
        summary: 'Changes a webhook.',
        request: { params: onePath, body },
        responses: { 200: json(hookSchema, 'The webhook.'), ...errorResponses(401, 403, 404, 422) },
      }),
      (c) => {
        const { hook, url } = find(c);
        return c.json(representHook(url, webhooks.change(hook, readChange(c.req.valid('json')))), 200);
      },
    )
    .on(
      operation({
        method: 'delete',
        path: `${path}/{hook_id}`,
        access: removing,
        resource: 'Hook',
        summary: 'Removes a webhook with its deliveries.',
        request: { params: onePath },
        responses: { 204: { description: 'Removed.' }, ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        webhooks.remove(find(c).hook);
        return c.body(null, 204);
      },
    )
    .on(
      operation({
        method: 'get',
        path: `${path}/{hook_id}/deliveries`,
        access: reading,
        resource: 'Hook',
        summary: 'Deliveries, newest first.',
        request: { params: onePath, query: pageQuery },
        responses: { 200: json(z.array(deliverySchema), 'Deliveries.'), ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        const { hook, url } = find(c);
        const deliveries = readListing(c, c.req.valid('query'), (range) => webhooks.deliveries(hook.id, range));
        return c.json(
          deliveries.map((delivery) => representDelivery(url, delivery)),
          200,
        );
      },
    )
    .on(
      operation({
        method: 'get',
        path: `${path}/{hook_id}/deliveries/{delivery_id}`,
        access: reading,
        resource: 'Hook',
        summary: 'One delivery, with what was sent and what came back.',
        request: { params: deliveryPath },
        responses: { 200: json(wholeDeliverySchema, 'The delivery.'), ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        const { url, delivery } = findDelivery(c);
        return c.json(
          {
            ...representDelivery(url, delivery),
            request: { headers: headersOf(delivery.request_headers), payload: JSON.parse(delivery.payload) as unknown },
            response: { headers: headersOf(delivery.response_headers), payload: delivery.response_body },
          },
          200,
        );
      },
    )
    .on(
      operation({
        method: 'post',
        path: `${path}/{hook_id}/deliveries/{delivery_id}/attempts`,
        access: changing,
        resource: 'Hook',
        summary: 'Sends the same payload again.',
        request: { params: deliveryPath },
        responses: { 202: json(deliverySchema, 'The new delivery.'), ...errorResponses(401, 403, 404) },
      }),
      (c) => {
        const { url, delivery } = findDelivery(c);
        return c.json(representDelivery(url, webhooks.redeliver(delivery)), 202);
      },
    );
}

function representHook(hooksUrl: string, hook: Webhook): Hook {
  const url = `${hooksUrl}/${hook.id}`;
  const tried = hook.last_code !== null || hook.last_message !== null;
  const fine = hook.last_code !== null && hook.last_code >= 200 && hook.last_code < 300;
  return {
    type: hook.repository_id === null ? 'Organization' : 'Repository',
    id: hook.id,
    name: 'web',
    active: hook.active === 1,
    events: JSON.parse(hook.events) as string[],
    config: {
      url: hook.url ?? '',
      content_type: hook.content_type,
      insecure_ssl: '0',
      ...(hook.secret === null ? {} : { secret: HIDDEN_SECRET }),
    },
    last_response: {
      code: hook.last_code,
      status: tried ? (fine ? 'active' : 'failing') : 'unused',
      message: hook.last_message === null ? null : spoken(decodeSentence(hook.last_message)),
    },
    created_at: hook.created_at,
    updated_at: hook.updated_at,
    url,
    deliveries_url: `${url}/deliveries`,
  };
}

function representDelivery(hooksUrl: string, delivery: DeliveryRow): HookDelivery {
  const { due_ms: due, duration_ms: duration } = delivery;
  const answered =
    delivery.status_code === null ? say('Waiting') : say('Answered {code}', { code: delivery.status_code });
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.delivered_at,
    created_at: delivery.created_at,
    redelivery: delivery.redelivery === 1,
    duration: duration === null ? null : duration / 1000,
    status: delivery.problem === null ? spoken(answered) : spoken(decodeSentence(delivery.problem)),
    status_code: delivery.status_code,
    event: delivery.event,
    action: null,
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: due === null ? null : `${new Date(due).toISOString().slice(0, 19)}Z`,
    url: `${hooksUrl}/${delivery.hook_id}/deliveries/${delivery.id}`,
  };
}

function headersOf(text: string | null): Record<string, string> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, string>);
}
