/** `/inspections`: archives on this machine that are looked into. Owners of the installation only. */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import type { InspectionRow } from '../../store/inspections.ts';
import {
  inspectedIssueSchema,
  inspectedRepositorySchema,
  inspectedThreadSchema,
  problemSchema,
} from '../../vocabulary/archive-contents.ts';
import { INSTALLATION } from '../shared/access.ts';
import { base, idOf, requireInstallationOwner } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { linkPages, type Page, pageQuery, readListing, readPage } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { spokenReading } from '../shared/spoken.ts';
import { archiveText, findInspection } from './inspection-paths.ts';
import { type Inspection, inspectionSchema } from './migration-schemas.ts';

const onePath = z.object({ id: z.string() });
const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});
const inspectionAnswer = json('The opened archive.', inspectionSchema);

const openRoute = operation({
  method: 'post',
  path: '/inspections',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Opens an archive on this machine: reads it in the background, unless it was read already.',
  request: {
    body: {
      required: true,
      content: { 'application/json': { schema: z.object({ path: z.string().min(1).max(4096) }) } },
    },
  },
  responses: { 200: inspectionAnswer, 201: inspectionAnswer, ...errorResponses(401, 403, 422) },
});
const listRoute = operation({
  method: 'get',
  path: '/inspections',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Opened archives, newest first.',
  request: { query: pageQuery },
  responses: { 200: json('Opened archives.', z.array(inspectionSchema)), ...errorResponses(401, 403) },
});
const getRoute = operation({
  method: 'get',
  path: '/inspections/{id}',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'One opened archive.',
  request: { params: onePath },
  responses: { 200: inspectionAnswer, ...errorResponses(401, 403, 404) },
});
const removeRoute = operation({
  method: 'delete',
  path: '/inspections/{id}',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Forgets an opened archive. The archive itself stays.',
  request: { params: onePath },
  responses: { 204: { description: 'Forgotten.' }, ...errorResponses(401, 403, 404, 422) },
});
const repositoriesRoute = operation({
  method: 'get',
  path: '/inspections/{id}/repositories',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Repositories in the archive, by name.',
  request: { params: onePath, query: pageQuery.extend({ q: z.string().max(200).optional() }) },
  responses: { 200: json('Repositories.', z.array(inspectedRepositorySchema)), ...errorResponses(401, 403, 404) },
});
const issuesRoute = operation({
  method: 'get',
  path: '/inspections/{id}/issues',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'Issues and pull requests in the archive, newest first; `q` searches titles, bodies and comments.',
  request: {
    params: onePath,
    query: pageQuery.extend({
      q: z.string().max(500).optional(),
      repository: z.string().max(200).optional(),
      kind: z.enum(['issue', 'pull_request']).optional(),
      state: z.enum(['open', 'closed', 'merged']).optional(),
    }),
  },
  responses: { 200: json('Issues.', z.array(inspectedIssueSchema)), ...errorResponses(401, 403, 404, 422) },
});
const threadRoute = operation({
  method: 'get',
  path: '/inspections/{id}/issues/{owner}/{repo}/{number}',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'An issue or pull request with all that was said.',
  request: { params: onePath.extend({ owner: z.string(), repo: z.string(), number: z.string() }) },
  responses: { 200: json('The thread.', inspectedThreadSchema), ...errorResponses(401, 403, 404) },
});
const problemsRoute = operation({
  method: 'get',
  path: '/inspections/{id}/problems',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'What is wrong with the archive, errors first.',
  request: { params: onePath, query: pageQuery },
  responses: { 200: json('Problems.', z.array(problemSchema)), ...errorResponses(401, 403, 404) },
});

const fileRoute = operation({
  method: 'get',
  path: '/inspections/{id}/files/{path}',
  access: INSTALLATION,
  resource: 'Inspection',
  summary: 'A file out of the archive, such as an attachment.',
  request: { params: onePath.extend({ path: z.string() }) },
  responses: { 200: { description: 'Its bytes.' }, ...errorResponses(401, 403, 404) },
});

export function inspectionRoutes(engine: Rooms<'inspections' | 'restores'>) {
  const { inspections, restores } = engine;
  const represent = (c: ApiContext, row: InspectionRow): Inspection => {
    const summary = inspections.summary(row);
    return {
      id: row.id,
      path: row.path,
      size: row.size,
      state: row.state,
      error_message: row.failure === null ? null : sentenceFor(row.failure, 'inspection'),
      failure: row.failure?.key ?? null,
      progress: spokenReading(inspections.live(row)),
      schema_version: summary?.schema_version ?? null,
      counts: summary?.counts ?? [],
      repositories_count: summary?.repositories_count ?? 0,
      unpacked_size: summary?.unpacked_size ?? 0,
      problems_count: summary?.problems_count ?? 0,
      created_at: row.created_at,
      url: `${base(c)}/inspections/${row.id}`,
    };
  };
  const find = (c: ApiContext) => findInspection(engine, c);
  const paged = <Row>(c: ApiContext, page: Page, found: { rows: Row[]; total: number } | null): Row[] => {
    const total = found?.total ?? 0;
    linkPages(c, page, total);
    c.header('X-Total-Count', String(total));
    return found?.rows ?? [];
  };

  return (
    router()
      .on(openRoute, async (c) => {
        requireInstallationOwner(c);
        const { row, isNew } = await inspections.open(c.req.valid('json').path, c.get('account').id);
        const inspection = represent(c, row);
        return isNew ? c.json(inspection, 201, { Location: inspection.url }) : c.json(inspection, 200);
      })
      .on(listRoute, (c) => {
        requireInstallationOwner(c);
        const rows = readListing(c, c.req.valid('query'), (range) => inspections.list(range));
        return c.json(
          rows.map((row) => represent(c, row)),
          200,
        );
      })
      .on(getRoute, (c) => c.json(represent(c, find(c)), 200))
      .on(removeRoute, async (c) => {
        const row = find(c);
        if (restores.uses(row.id)) {
          throw invalid(
            'Inspection',
            'id',
            'unprocessable',
            say('The archive is being restored. Wait for its end or cancel it, then close the archive.'),
          );
        }
        await inspections.remove(row);
        return c.body(null, 204);
      })
      .on(repositoriesRoute, async (c) => {
        const row = find(c);
        const query = c.req.valid('query');
        const page = readPage(query);
        const found = await inspections.ask(row, 'repositories', { ...range(page), q: query.q ?? '' });
        return c.json(paged(c, page, found), 200);
      })
      .on(issuesRoute, async (c) => {
        const row = find(c);
        const query = c.req.valid('query');
        const page = readPage(query);
        const found = await inspections.ask(row, 'issues', {
          ...range(page),
          q: query.q ?? '',
          repository: query.repository ?? null,
          kind: query.kind ?? null,
          state: query.state ?? null,
        });
        return c.json(paged(c, page, found), 200);
      })
      .on(threadRoute, async (c) => {
        const row = find(c);
        const { owner, repo, number } = c.req.valid('param');
        const found = await inspections.ask(row, 'thread', { repository: `${owner}/${repo}`, number: idOf(number) });
        if (found === null) throw notFound();
        const entries = found.entries.map((entry) => ({
          ...entry,
          summary: entry.summary === null ? null : spoken(entry.summary),
        }));
        return c.json({ ...found, entries }, 200);
      })
      .on(problemsRoute, async (c) => {
        const row = find(c);
        const page = readPage(c.req.valid('query'));
        const found = paged(c, page, await inspections.ask(row, 'problems', range(page)));
        return c.json(
          found.map((problem) => ({ ...problem, text: spoken(problem.text) })),
          200,
        );
      })
      // The path of a file has slashes in it, which the document's templates cannot say.
      .onPath(fileRoute, '/inspections/:id/files/:path{.+}', async (c) => {
        const path = c.req.param('path');
        const file = await archiveText(() => inspections.extract(find(c), path));
        if (file === null) throw notFound();
        const { size } = await stat(file);
        const name = path.split('/').at(-1) ?? 'file';
        return c.body(Readable.toWeb(createReadStream(file)) as ReadableStream, 200, {
          'Content-Type': 'application/octet-stream',
          'Content-Length': String(size),
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`,
        });
      })
  );
}

function range({ limit, offset }: Page): { limit: number; offset: number } {
  return { limit, offset };
}

/** RFC 5987 takes fewer characters than `encodeURIComponent` leaves. */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
