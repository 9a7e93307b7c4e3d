/** `/settings`: what the owners of the installation decide for it. */

import { isAbsolute } from 'node:path';
import { z } from '@hono/zod-openapi';
import { type Sentence, say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { forgetTools, toolLocations, tryTool } from '../../processes/installed-tools.ts';
import { SETTABLE_TOOLS, type SettableTool, type ToolPaths } from '../../processes/tool-commands.ts';
import type { Brownout } from '../../settings/settings.ts';
import { brownoutSchema, type Settings, servedRequestSchema, settingsSchema } from '../access/access-schemas.ts';
import { INSTALLATION } from '../shared/access.ts';
import { requireConfirmed } from '../shared/admission.ts';
import { mayNameFolders, requireInstallationOwner } from '../shared/context.ts';
import { ApiError, errorResponses, invalid } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';

const all = { description: 'All settings.', content: { 'application/json': { schema: settingsSchema } } };

const getRoute = operation({
  method: 'get',
  path: '/settings',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Settings. Owners of the installation only.',
  responses: { 200: all, ...errorResponses(401, 403) },
});
const changeRoute = operation({
  method: 'patch',
  path: '/settings',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'Changes the settings that are named.',
  request: {
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            loopback: z
              .object({ enabled: z.boolean().optional(), port: z.number().int().min(0).max(65535).optional() })
              .optional(),
            brownouts: z.array(brownoutSchema).max(1000).optional(),
            preview_required: z.boolean().optional(),
            /** Programs to use for tools, tried at once; `path` null for what is found on PATH. */
            tools: z
              .array(z.object({ name: z.enum(SETTABLE_TOOLS), path: z.string().min(1).max(4096).nullable() }))
              .max(SETTABLE_TOOLS.length)
              .optional(),
          }),
        },
      },
    },
  },
  responses: { 200: all, ...errorResponses(401, 403, 422) },
});
const requestsRoute = operation({
  method: 'get',
  path: '/settings/requests',
  access: INSTALLATION,
  resource: 'Settings',
  summary: 'The last requests of the loopback server, newest first.',
  responses: {
    200: { description: 'Requests.', content: { 'application/json': { schema: z.array(servedRequestSchema) } } },
    ...errorResponses(401, 403),
  },
});

/** @throws ApiError 422 */
function checkBrownout({ from, to, reason }: Brownout, index: number): Brownout {
  const refuse = (field: string, message: Sentence) =>
    invalid('Settings', `brownouts.${index}.${field}`, 'invalid', message);
  if (Number.isNaN(Date.parse(from))) throw refuse('from', say('Give the beginning as an ISO time.'));
  if (Number.isNaN(Date.parse(to))) throw refuse('to', say('Give the end as an ISO time.'));
  if (Date.parse(to) <= Date.parse(from)) throw refuse('to', say('The end lies after the beginning.'));
  return { from, to, reason };
}

/** @throws ApiError 422 */
async function checkedTools(
  before: ToolPaths,
  wanted: readonly { name: SettableTool; path: string | null }[],
): Promise<ToolPaths> {
  const paths: ToolPaths = { ...before };
  for (const [index, { name, path }] of wanted.entries()) {
    if (path === null) {
      delete paths[name];
      continue;
    }
    const refuse = (message: Sentence) => invalid('Settings', `tools.${index}.path`, 'invalid', message);
    if (!isAbsolute(path)) throw refuse(say('Give the whole path of {name}.', { name }));
    const tried = await tryTool(name, path);
    if ('problem' in tried) throw refuse(tried.problem);
    paths[name] = path;
  }
  return paths;
}

export function settingsRoutes(engine: Rooms<'events' | 'loopback' | 'now' | 'settings'>) {
  const { settings, loopback } = engine;
  const represent = (): Settings => {
    const { brownouts, preview_required } = settings.values;
    const { enabled, port } = settings.values.loopback;
    const tools = toolLocations().map((tool) => ({ ...tool, is_set: settings.values.tools[tool.name] !== undefined }));
    const { base_url, error } = loopback.state();
    const state = { base_url, error: error === null ? null : spoken(error) };
    return { loopback: { enabled, port, ...state }, brownouts, preview_required, tools };
  };
  return router()
    .on(getRoute, (c) => {
      requireInstallationOwner(c);
      return c.json(represent(), 200);
    })
    .on(changeRoute, async (c) => {
      requireInstallationOwner(c);
      const { loopback: wanted, brownouts, preview_required, tools } = c.req.valid('json');
      const before = settings.values.loopback;
      // Whoever took the page over could let itself in by it.
      if (wanted?.enabled === true && !before.enabled) requireConfirmed(engine, c.get('caller'));
      // A program that is set is run with the rights of whoever runs Gantry.
      if (tools?.some(({ path }) => path !== null) === true) {
        if (!mayNameFolders(c))
          throw new ApiError(403, say('Only an owner who gave the password may choose programs.'));
        requireConfirmed(engine, c.get('caller'));
      }
      const programs = tools === undefined ? undefined : await checkedTools(settings.values.tools, tools);
      settings.change({
        ...(programs === undefined ? {} : { tools: programs }),
        ...(brownouts === undefined ? {} : { brownouts: brownouts.map(checkBrownout) }),
        ...(preview_required === undefined ? {} : { preview_required }),
        ...(wanted === undefined
          ? {}
          : { loopback: { enabled: wanted.enabled ?? before.enabled, port: wanted.port ?? before.port } }),
      });
      if (programs !== undefined) forgetTools();
      if (wanted !== undefined) await loopback.follow(settings.values.loopback);
      engine.events.emit({ type: 'settings.changed' });
      return c.json(represent(), 200);
    })
    .on(requestsRoute, (c) => {
      requireInstallationOwner(c);
      return c.json(loopback.requests(), 200);
    });
}
