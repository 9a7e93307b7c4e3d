/** `/import_batches`: lists of sources that are imported two at a time. */

import { setImmediate as breathe } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import { writeCsv } from '../../csv.ts';
import type { Rooms } from '../../engine.ts';
import { sentenceFor, spoken } from '../../failures/language.ts';
import { readAnyMap } from '../../imports/authors/read-map.ts';
import { BatchRefused, NotAllowed } from '../../imports/batches/batches.ts';
import type { ListAsker } from '../../imports/batches/may-import.ts';
import { verdictInWords } from '../../imports/report/report-in-words.ts';
import type { BatchEntryRow, BatchRow } from '../../store/import-batches.ts';
import { REPOSITORY } from '../shared/access.ts';
import { authorityOf, base, idOf, listReach } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, errorResponses, invalid, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { pageQuery, readListing } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import {
  batchEntrySchema,
  batchEntryStateSchema,
  batchSchema,
  type ImportBatch,
  type ImportBatchEntry,
} from './batch-schemas.ts';

const path = '/import_batches';
const onePath = z.object({ id: z.string() });
const batchAnswer = { description: 'The list.', content: { 'application/json': { schema: batchSchema } } };
const done = { description: 'Done.' };

const createBatch = operation({
  method: 'post',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Reads a list of sources, CSV with a header line or a JSON array, and starts it when asked to.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            list: z.string(),
            /** Of sources that name no owner; the caller without it. */
            owner: z.string().nullish(),
            name: z.string().max(200).nullish(),
            /** An author map for all of them: authors.txt or CSV. */
            author_map: z.string().nullish(),
            start: z.boolean().nullish(),
          }),
        },
      },
    },
  },
  responses: { 201: batchAnswer, ...errorResponses(401, 422) },
});
const listBatches = operation({
  method: 'get',
  path,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Lists of the account, newest first.',
  request: { query: pageQuery },
  responses: {
    200: { description: 'Lists.', content: { 'application/json': { schema: z.array(batchSchema) } } },
    ...errorResponses(401, 422),
  },
});
const getBatch = operation({
  method: 'get',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'One list.',
  request: { params: onePath },
  responses: { 200: batchAnswer, ...errorResponses(401, 404) },
});
const listEntries = operation({
  method: 'get',
  path: `${path}/{id}/entries`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'What the list names, in its order, and how far each is; of one state, or all.',
  request: { params: onePath, query: pageQuery.extend({ state: batchEntryStateSchema.optional() }) },
  responses: {
    200: { description: 'Entries.', content: { 'application/json': { schema: z.array(batchEntrySchema) } } },
    ...errorResponses(401, 404, 422),
  },
});
const reportBatch = operation({
  method: 'get',
  path: `${path}/{id}/report.csv`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'The summary as CSV.',
  request: { params: onePath },
  responses: {
    200: { description: 'CSV.', content: { 'text/csv': { schema: z.string() } } },
    ...errorResponses(401, 404),
  },
});
const mapAuthors = operation({
  method: 'put',
  path: `${path}/{id}/author_map`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'The author map of all imports of the list that are not mapped yet.',
  request: {
    params: onePath,
    body: { required: true, content: { 'application/json': { schema: z.object({ text: z.string() }) } } },
  },
  responses: {
    200: {
      description: 'What was taken.',
      content: {
        'application/json': { schema: z.object({ taken: z.number().int(), problems: z.array(z.string()) }) },
      },
    },
    ...errorResponses(401, 404, 422),
  },
});
const startBatch = operation({
  method: 'post',
  path: `${path}/{id}/start`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Puts everything that can be imported into the queue.',
  request: {
    params: onePath,
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            /** Imports wait where authors have no address and the people book does not know them. */
            hold_for_new_authors: z.boolean().nullish(),
          }),
        },
      },
    },
  },
  responses: { 202: batchAnswer, ...errorResponses(401, 403, 404, 422) },
});
const tryAgain = operation({
  method: 'post',
  path: `${path}/{id}/attempts`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Puts what failed or was stopped into the queue again.',
  request: { params: onePath },
  responses: { 202: batchAnswer, ...errorResponses(401, 403, 404, 422) },
});
const stopBatch = operation({
  method: 'delete',
  path: `${path}/{id}/queue`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Takes what waits out of the queue. What runs goes on.',
  request: { params: onePath },
  responses: { 204: done, ...errorResponses(401, 404) },
});
const removeBatch = operation({
  method: 'delete',
  path: `${path}/{id}`,
  access: REPOSITORY,
  resource: 'Import',
  summary: 'Forgets a list that does not run. Its repositories and imports stay.',
  request: { params: onePath },
  responses: { 204: done, ...errorResponses(401, 404, 422) },
});

/** Rows of the report written without a pause: a few milliseconds. */
const ROWS_AT_ONCE = 500;

const REPORT_HEADER = [
  ...['line', 'address', 'vcs', 'owner', 'repository', 'state', 'verified'],
  ...['complete', 'equal', 'people', 'source_revisions', 'commits'],
  ...['started_at', 'finished_at', 'message'],
];

export function importBatchRoutes(engine: Rooms<'accounts' | 'importBatches'>) {
  const { importBatches: batches } = engine;
  const find = (c: ApiContext, id: string): BatchRow => {
    const batch = batches.seenBy(askerOf(c), idOf(id));
    if (batch === undefined) throw notFound();
    return batch;
  };
  const represent = (c: ApiContext, { id }: BatchRow): ImportBatch => {
    const batch = batches.byId(id) as BatchRow;
    const counts = batches.counts(id);
    const { name, created_at, started_at } = batch;
    return {
      ...{ id, name, created_at, started_at, counts },
      finished: started_at !== null && (counts.waiting ?? 0) + (counts.running ?? 0) === 0,
      entries_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
      authors_mapped: batches.authorMapSize(id),
      url: `${base(c)}${path}/${id}`,
    };
  };
  return router()
    .on(createBatch, async (c) => {
      const body = c.req.valid('json');
      const account = c.get('account');
      const map = body.author_map ? await readAnyMap(body.author_map) : null;
      const [problem] = map?.problems ?? [];
      if (problem !== undefined) throw invalid('ImportBatch', 'author_map', 'invalid', problem);
      const batch = await fitting('list', () =>
        batches.create(askerOf(c), {
          name: body.name || 'List of imports',
          text: body.list,
          owner: body.owner || account.login,
          start: body.start === true,
        }),
      );
      if (map !== null) batches.setAuthorMap(batch, map.entries);
      if (body.start === true) await fitting('list', () => batches.start(batch, askerOf(c)));
      const answer = represent(c, batch);
      return c.json(answer, 201, { Location: answer.url });
    })
    .on(listBatches, (c) => {
      const asker = { ...askerOf(c), reach: { ...authorityOf(c), ...listReach(engine, c) } };
      const rows = readListing(c, c.req.valid('query'), (range) => batches.ofAccount(asker, range));
      return c.json(
        rows.map((row) => represent(c, row)),
        200,
      );
    })
    .on(getBatch, (c) => c.json(represent(c, find(c, c.req.valid('param').id)), 200))
    .on(listEntries, (c) => {
      const batch = find(c, c.req.valid('param').id);
      const query = c.req.valid('query');
      const { state = null } = query;
      const counts = batches.counts(batch.id);
      const total =
        state === null ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[state] ?? 0);
      const rows = readListing(c, query, (range) => ({ rows: batches.entries(batch.id, range, state), total }));
      return c.json(rows.map(representEntry), 200);
    })
    .on(reportBatch, async (c) => {
      const batch = find(c, c.req.valid('param').id);
      const pieces = [writeCsv([REPORT_HEADER])];
      for (let offset = 0; ; offset += ROWS_AT_ONCE) {
        const rows = batches.entries(batch.id, { limit: ROWS_AT_ONCE, offset });
        pieces.push(writeCsv(rows.map(reportRow)));
        if (rows.length < ROWS_AT_ONCE) break;
        await breathe();
      }
      return c.body(pieces.join(''), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
    })
    .on(mapAuthors, async (c) => {
      const batch = find(c, c.req.valid('param').id);
      const { entries, problems } = await readAnyMap(c.req.valid('json').text);
      batches.setAuthorMap(batch, entries);
      return c.json({ taken: entries.length, problems: problems.map(spoken) }, 200);
    })
    .on(startBatch, async (c) => {
      const batch = find(c, c.req.valid('param').id);
      const hold = c.req.valid('json')?.hold_for_new_authors === true;
      await fitting('state', () => batches.start(batch, askerOf(c), hold));
      return c.json(represent(c, batch), 202);
    })
    .on(tryAgain, async (c) => {
      const batch = find(c, c.req.valid('param').id);
      const again = await fitting('state', () => batches.tryAgain(batch, askerOf(c)));
      if (again === 0) throw new ApiError(422, say('Nothing of this list failed or was stopped.'));
      return c.json(represent(c, batch), 202);
    })
    .on(stopBatch, (c) => {
      batches.stop(find(c, c.req.valid('param').id));
      return c.body(null, 204);
    })
    .on(removeBatch, async (c) => {
      const batch = find(c, c.req.valid('param').id);
      await fitting('state', () => batches.remove(batch));
      return c.body(null, 204);
    });
}

/** @throws ApiError 422 for what the queue refuses */
async function fitting<Result>(field: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotAllowed) throw new ApiError(403, sentenceFor(error, 'import'), undefined, {}, error.key);
    if (error instanceof BatchRefused) throw invalid('ImportBatch', field, 'unprocessable', error.message, error.key);
    throw error;
  }
}

function askerOf(c: ApiContext): ListAsker {
  return { account: c.get('account'), reach: authorityOf(c) };
}

function representEntry({ batch_id: _batch, repository_id: _repository, ...entry }: BatchEntryRow): ImportBatchEntry {
  const { failure, verdict: kept, ...rest } = entry;
  const verified = entry.verified === null ? null : entry.verified === 1;
  const verdict = kept === null ? null : verdictInWords(kept, spoken);
  return { ...rest, verdict, message: saidOf(failure), failure: failure?.key ?? null, verified };
}

function reportRow(entry: BatchEntryRow): string[] {
  const verified = entry.verified === null ? '' : entry.verified === 1 ? 'yes' : 'no';
  const text = (value: string | number | null) => (value === null ? '' : String(value));
  return [
    ...[text(entry.line), entry.vcs_url, text(entry.vcs), entry.owner, entry.repo, entry.state, verified],
    ...[entry.verdict?.complete, entry.verdict?.equal, entry.verdict?.people].map((part) => part?.state ?? ''),
    ...[entry.source_revisions, entry.commits, entry.started_at, entry.finished_at, saidOf(entry.failure)].map(text),
  ];
}

function saidOf(failure: BatchEntryRow['failure']): string | null {
  return failure === null ? null : sentenceFor(failure, 'import');
}
