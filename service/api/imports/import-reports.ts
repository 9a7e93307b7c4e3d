/** `/repos/{owner}/{repo}/import/report` and `.../log`. */

import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { askedLanguage, spoken } from '../../failures/language.ts';
import { checkInWords, reportInWords } from '../../imports/report/report-in-words.ts';
import { reportSchema } from '../../vocabulary/import-report.ts';
import { layoutPreviewSchema } from '../../vocabulary/layout-preview.ts';
import { messagePreviewSchema } from '../../vocabulary/message-preview.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { errorResponses, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { linkPages, pageQuery, readPage } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { checkLayout, wantedLayoutSchema } from './import-requests.ts';
import { foundRevisionsSchema, logLineSchema } from './import-schemas.ts';
import { importOf } from './imports.ts';

const MOST_LINES = 1000;
const MOST_ROWS = 100;
const wholeNumber = z.string().regex(/^\d{1,15}$/);

const reportRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/import/report',
  access: REPOSITORY,
  resource: 'Import',
  summary:
    'The verification report, while an update works or waits that of the state before it; 404 before the import is complete.',
  request: {
    params: repositoryPath,
    query: z.object({
      translated: z.enum(['true']).optional().openapi({
        description:
          'Whether `files.html` shall be the page in the language of the window that asks. English for all others.',
      }),
    }),
  },
  responses: {
    200: { description: 'The report.', content: { 'application/json': { schema: reportSchema } } },
    ...errorResponses(401, 404, 422),
  },
});
const logRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/import/log',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Log lines, oldest first.',
  request: {
    params: repositoryPath,
    query: z.object({ after: wholeNumber.optional(), limit: wholeNumber.optional() }),
  },
  responses: {
    200: { description: 'Lines.', content: { 'application/json': { schema: z.array(logLineSchema) } } },
    ...errorResponses(401, 404, 422),
  },
});

const revisionsRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/import/revisions',
  access: REPOSITORY,
  resource: 'Import',
  summary:
    'What revisions, changesets or rewritten commits of the source became: by number, id, folder, author or date.',
  request: {
    params: repositoryPath,
    query: z.object({ q: z.string().max(200).optional(), limit: wholeNumber.optional() }),
  },
  responses: {
    200: {
      description: 'The first of them, in the order of the source, and how many there are.',
      content: { 'application/json': { schema: foundRevisionsSchema } },
    },
    ...errorResponses(401, 404, 422),
  },
});

const messagesRoute = operation({
  method: 'get',
  path: '/repos/{owner}/{repo}/import/messages',
  access: REPOSITORY,
  resource: 'Import',
  summary:
    'Messages that name revisions of the source, before and after a rewriting. Changes nothing; 404 before the fetch.',
  request: { params: repositoryPath, query: pageQuery },
  responses: {
    200: {
      description: 'A page of them in the order of the source, and how many there are.',
      content: { 'application/json': { schema: messagePreviewSchema } },
    },
    ...errorResponses(401, 404, 422),
  },
});

const previewRoute = operation({
  method: 'post',
  path: '/repos/{owner}/{repo}/import/layout_previews',
  access: REPOSITORY,
  resource: 'Import',
  summary: 'What a layout would make of what was fetched from Subversion. Changes nothing; 404 before the fetch.',
  request: {
    params: repositoryPath,
    body: { required: true, content: { 'application/json': { schema: wantedLayoutSchema } } },
  },
  responses: {
    200: { description: 'The preview.', content: { 'application/json': { schema: layoutPreviewSchema } } },
    ...errorResponses(401, 404, 422),
  },
});

export function importReportRoutes(engine: Rooms<'accounts' | 'imports' | 'repositories'>) {
  const { imports } = engine;
  return router()
    .on(reportRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const report = await imports.results.report(record);
      if (report === null) throw notFound();
      const isWanted = askedLanguage() === 'de' && c.req.valid('query').translated !== undefined;
      const html = isWanted ? await imports.results.germanPage(record) : null;
      const said = reportInWords(report, spoken);
      const checks = report.checks.map((check) => checkInWords(check, spoken));
      return c.json({ ...said, checks, files: { ...report.files, html: html ?? report.files.html } }, 200);
    })
    .on(previewRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const preview = await imports.results.previewLayout(record, checkLayout(c.req.valid('json'), record.vcs));
      if (preview === null) throw notFound();
      return c.json(preview, 200);
    })
    .on(messagesRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const page = readPage(c.req.valid('query'));
      const preview = await imports.results.previewMessages(record, { offset: page.offset, limit: page.limit });
      if (preview === null) throw notFound();
      linkPages(c, page, preview.total_count);
      return c.json(preview, 200);
    })
    .on(revisionsRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const { q, limit } = c.req.valid('query');
      const found = await imports.results.revisions(record, q ?? '', Math.min(Number(limit ?? MOST_ROWS), MOST_ROWS));
      if (found === null) throw notFound();
      return c.json({ total_count: found.total, revisions: found.rows }, 200);
    })
    .on(logRoute, (c) => {
      const { id } = importOf(engine, c, c.req.valid('param'));
      const { after, limit } = c.req.valid('query');
      const lines = imports.records.logAfter(id, Number(after ?? 0), Math.min(Number(limit ?? MOST_LINES), MOST_LINES));
      return c.json(
        lines.map((line) => ({ ...line, text: spoken(line.text) })),
        200,
      );
    });
}
