/** `/inspections/{id}/choices`: what a restore shall do with users, organizations and repositories. */

import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { choiceSchema } from '../../vocabulary/archive-contents.ts';
import { INSTALLATION } from '../shared/access.ts';
import { errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { linkPages, pageQuery, readPage } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { findInspection } from './inspection-paths.ts';

/** A table is read in large pages. */
const LONGEST_PAGE = 500;

const onePath = z.object({ id: z.string() });
const wantedSchema = choiceSchema
  .pick({ model_name: true, source: true, action: true })
  .extend({ target: z.string().max(200).optional() });

const listRoute = operation({
  method: 'get',
  path: '/inspections/{id}/choices',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'The table of choices: organizations, users, repositories. At most 500 a page.',
  request: {
    params: onePath,
    query: pageQuery.extend({ q: z.string().max(200).optional(), conflicts: z.enum(['true', 'false']).optional() }),
  },
  responses: {
    200: { description: 'Choices.', content: { 'application/json': { schema: z.array(choiceSchema) } } },
    ...errorResponses(401, 403, 404),
  },
});
const chooseRoute = operation({
  method: 'patch',
  path: '/inspections/{id}/choices',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Chooses for some of them.',
  request: {
    params: onePath,
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ choices: z.array(wantedSchema).max(20_000) }) } },
    },
  },
  responses: {
    200: {
      description: 'How many were changed, and how many choices of all have a problem now.',
      content: {
        'application/json': { schema: z.object({ updated: z.number().int(), problems_count: z.number().int() }) },
      },
    },
    ...errorResponses(401, 403, 404, 422),
  },
});
const csv = { content: { 'text/csv': { schema: z.string() } } };
const downloadRoute = operation({
  method: 'get',
  path: '/inspections/{id}/choices.csv',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'The table as text: model_name, source_url, target_url, recommended_action.',
  request: { params: onePath },
  responses: { 200: { description: 'The table.', ...csv }, ...errorResponses(401, 403, 404) },
});
const loadRoute = operation({
  method: 'put',
  path: '/inspections/{id}/choices.csv',
  access: INSTALLATION,
  resource: 'Inspection',
  textBody: true,
  summary: 'Loads such a table. Lines that cannot be read are listed.',
  request: { params: onePath },
  responses: {
    200: {
      description: 'What was taken.',
      content: {
        'application/json': {
          schema: z.object({
            matched: z.number().int(),
            unmatched: z.number().int(),
            problems: z.array(z.string()),
          }),
        },
      },
    },
    ...errorResponses(401, 403, 404, 413),
  },
});

export function inspectionChoiceRoutes(engine: Rooms<'inspections'>) {
  const { inspections } = engine;
  return router()
    .on(listRoute, async (c) => {
      const row = findInspection(engine, c);
      const query = c.req.valid('query');
      const page = readPage(query, LONGEST_PAGE);
      const found = await inspections.ask(row, 'choices', {
        ...inspections.choicesOf(row),
        limit: page.limit,
        offset: page.offset,
        q: query.q ?? '',
        conflicts: query.conflicts === 'true',
      });
      linkPages(c, page, found?.total ?? 0);
      c.header('X-Total-Count', String(found?.total ?? 0));
      return c.json(
        (found?.rows ?? []).map((choice) => ({
          ...choice,
          problem: choice.problem === null ? null : spoken(choice.problem),
        })),
        200,
      );
    })
    .on(chooseRoute, async (c) => {
      const row = findInspection(engine, c);
      const { choices } = c.req.valid('json');
      const wanted = choices.map((choice) => ({ ...choice, target: choice.target ?? choice.source }));
      return c.json(await inspections.choose(row, wanted), 200);
    })
    .on(downloadRoute, async (c) => {
      const row = findInspection(engine, c);
      const text = (await inspections.ask(row, 'writeCsv', inspections.choicesOf(row))) ?? '';
      return c.body(text, 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename=conflicts-${row.id}.csv`,
      });
    })
    .on(loadRoute, async (c) => {
      const row = findInspection(engine, c);
      const { choices, unmatched, problems } = await inspections.chooseByCsv(row, await c.req.text());
      return c.json({ matched: choices.length, unmatched, problems: problems.map(spoken) }, 200);
    });
}
