/** `/repos/{owner}/{repo}/import/authors`: listing, mapping, author maps as files. */

import { setImmediate as breathe } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { writeAuthorsCsv, writeAuthorsText } from '../../imports/authors/author-map.ts';
import type { Says } from '../../imports/authors/author-mappings.ts';
import { addressProblem, identityProblem } from '../../imports/authors/identity.ts';
import { type AuthorsToName, readMapAs } from '../../imports/authors/read-map.ts';
import { AUTHOR_SORTS, type AuthorQuery, type AuthorRow } from '../../store/author-query.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { base, idOf } from '../shared/context.ts';
import type { ApiContext } from '../shared/environment.ts';
import { ApiError, errorResponses, type FieldError, notFound } from '../shared/errors.ts';
import { longAnswer, mapBatches } from '../shared/long-answer.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { representAuthor } from './import-representation.ts';
import { authorSchema } from './import-schemas.ts';
import { importOf } from './imports.ts';

export const AUTHORS_PATH = '/repos/{owner}/{repo}/import/authors';
const MOST_AT_ONCE = 500;
export const MOST_CHANGES = 10_000;
/** A day, or a moment of it; its zone apart. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/;
const wholeNumber = z.string().regex(/^\d{1,15}$/);

const listRoute = operation({
  method: 'get',
  path: AUTHORS_PATH,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  summary: 'Authors that were found. Without parameters all of them.',
  request: {
    params: repositoryPath,
    query: z.object({
      since: z.string().optional().openapi({ description: 'An author id, or a time: only later ones are listed.' }),
      q: z.string().optional(),
      only: z.enum(['open', 'kept']).optional().openapi({
        description:
          '`open`: nobody mapped them, and the source names no address for them. `kept`: somebody mapped them, to what is no address.',
      }),
      sort: z.enum(AUTHOR_SORTS).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
      offset: wholeNumber.optional(),
      limit: wholeNumber.optional(),
    }),
  },
  responses: {
    200: { description: 'Authors.', content: { 'application/json': { schema: z.array(authorSchema) } } },
    ...errorResponses(401, 404, 422),
  },
});
const mapOneRoute = operation({
  method: 'patch',
  path: `${AUTHORS_PATH}/{author_id}`,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  summary: 'Maps one author.',
  request: {
    params: repositoryPath.extend({ author_id: z.string() }),
    body: {
      required: false,
      content: {
        'application/json': {
          schema: z.object({
            email: z.string().optional(),
            name: z.string().optional(),
            remote_id: z.string().nullish(),
          }),
        },
      },
    },
  },
  responses: {
    200: { description: 'The author.', content: { 'application/json': { schema: authorSchema } } },
    ...errorResponses(401, 404, 422),
  },
});
const mapManyRoute = operation({
  method: 'patch',
  path: AUTHORS_PATH,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  summary: 'Maps many authors.',
  request: {
    params: repositoryPath,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            authors: z.array(z.object({ id: z.number().int(), name: z.string(), email: z.string() })).max(MOST_CHANGES),
            /** Authors whose mapping is taken away. */
            clear: z.array(z.number().int()).max(MOST_CHANGES).optional(),
          }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'How many were changed.',
      content: { 'application/json': { schema: z.object({ updated: z.number().int() }) } },
    },
    ...errorResponses(401, 404, 422),
  },
});
const readMapRoute = operation({
  method: 'get',
  path: `${AUTHORS_PATH}/map`,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  summary: 'All authors as an author map.',
  request: { params: repositoryPath, query: z.object({ format: z.enum(['authors.txt', 'csv']).optional() }) },
  responses: {
    200: {
      description: 'The map.',
      content: { 'text/plain': { schema: z.string() }, 'text/csv': { schema: z.string() } },
    },
    ...errorResponses(401, 404, 422),
  },
});
const loadMapRoute = operation({
  method: 'put',
  path: `${AUTHORS_PATH}/map`,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  textBody: true,
  summary: 'Maps authors by an author map: authors.txt as text/plain, or text/csv. What cannot be read is listed.',
  request: { params: repositoryPath },
  responses: {
    200: {
      description: 'What was taken.',
      content: {
        'application/json': {
          schema: z.object({ matched: z.number().int(), unmatched: z.number().int(), problems: z.array(z.string()) }),
        },
      },
    },
    ...errorResponses(401, 404, 413),
  },
});

/**
 * @param known what the author has already: a source may have no address, or one that is none, and may keep it
 * @throws ApiError 422
 */
function checkIdentity(
  identity: { name: string; email: string },
  known: { name: string; email: string } | undefined,
  where = '',
): void {
  const errors = (['name', 'email'] as const).flatMap((field): FieldError[] => {
    if (identity[field] === known?.[field]) return [];
    // An author who is not there is passed over, whatever the address.
    const isAddress = field === 'email' && known !== undefined;
    const message = identityProblem(field, identity[field]) ?? (isAddress ? addressProblem(identity.email) : null);
    return message === null ? [] : [{ resource: 'CommitAuthor', field: where + field, code: 'invalid', message }];
  });
  if (errors.length > 0) throw new ApiError(422, 'Validation Failed', errors);
}

/** `since`: an id when it is all digits, else a time (service.md and facts.md differ; both are taken). */
function readSince(since: string | undefined): Pick<AuthorQuery, 'sinceId' | 'sinceTime'> {
  if (since === undefined || since === '') return {};
  if (/^\d+$/.test(since)) return { sinceId: Number(since) };
  // `Date` reads much else as some time ("-1" is a year), and what names no zone as the time of this machine.
  const [text, zone] = TIME.exec(since) ?? [];
  const time = new Date(text === undefined ? Number.NaN : zone === undefined && text.includes('T') ? `${text}Z` : text);
  if (Number.isNaN(time.getTime())) {
    throw new ApiError(422, 'Validation Failed', [
      {
        resource: 'CommitAuthor',
        field: 'since',
        code: 'invalid',
        message: 'Send an author id, or a time as YYYY-MM-DDTHH:MM:SSZ.',
      },
    ]);
  }
  return { sinceTime: time.toISOString().replace(/\.\d{3}Z$/, 'Z') };
}

/** Who an author is now. */
function identityOf(author: AuthorRow): { name: string; email: string } {
  return {
    name: author.mapped_name ?? author.source_name,
    email: author.mapped_email ?? author.source_email,
  };
}

/** Whom an author map of an import is read for. */
export function authorsToName({ imports }: Rooms<'imports'>, record: ImportRecord): AuthorsToName {
  return { vcs: record.vcs as Vcs | null, each: () => imports.authors.each(record.id) };
}

/** A person says it, and it is kept in their people book. */
export function saysOf(c: ApiContext): Says {
  return { by: 'person', accountId: c.get('account').id };
}

export function importAuthorRoutes(engine: Rooms<'accounts' | 'imports' | 'repositories'>) {
  const { imports } = engine;
  return router()
    .on(listRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const { q, only, sort, direction, offset, limit, since } = c.req.valid('query');
      const paged = limit !== undefined || offset !== undefined;
      const query: AuthorQuery = {
        ...readSince(since),
        text: q,
        open: only === 'open',
        kept: only === 'kept',
        sort,
        direction,
        limit: paged ? Math.min(Number(limit ?? MOST_AT_ONCE), MOST_AT_ONCE) : undefined,
        offset: Number(offset ?? 0),
      };
      const { rows, total } = await imports.authors.list(record.id, query);
      const address = base(c);
      const authors = mapBatches(rows, (author) => representAuthor(address, record, author));
      return longAnswer(c, authors, 200, { headers: { 'X-Total-Count': String(total) } }) as never;
    })
    .on(mapOneRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const id = idOf(c.req.valid('param').author_id);
      const author = imports.authors.byId(record.id, id);
      if (author === undefined) throw notFound();
      const body = c.req.valid('json');
      const known = identityOf(author);
      const { name, email } = { name: body.name ?? known.name, email: body.email ?? known.email };
      checkIdentity({ name, email }, known);
      if (body.name !== undefined || body.email !== undefined) {
        await imports.authors.set(record, [{ id, name, email }], saysOf(c));
      }
      return c.json(representAuthor(base(c), record, imports.authors.byId(record.id, id) ?? author), 200);
    })
    .on(mapManyRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const { authors, clear = [] } = c.req.valid('json');
      const known = await imports.authors.identitiesOf(
        record.id,
        authors.map(({ id }) => id),
      );
      for (const [index, author] of authors.entries()) {
        checkIdentity(author, known.get(author.id), `authors.${index}.`);
      }
      const says = saysOf(c);
      const cleared = await imports.authors.clear(record, clear, says.accountId);
      return c.json({ updated: cleared + (await imports.authors.set(record, authors, says)) }, 200);
    })
    .on(readMapRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const entries: MapEntry[] = [];
      for (const authors of imports.authors.each(record.id)) {
        for (const author of authors) entries.push({ remote_name: author.remote_name, ...identityOf(author) });
        await breathe();
      }
      const csv = c.req.valid('query').format === 'csv';
      return c.text(csv ? writeAuthorsCsv(entries) : writeAuthorsText(entries), 200, {
        'Content-Type': csv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${csv ? 'authors.csv' : 'authors.txt'}"`,
      });
    })
    .on(loadMapRoute, async (c) => {
      const record = importOf(engine, c, c.req.valid('param'));
      const text = await c.req.text();
      const authors = authorsToName(engine, record);
      const { entries, problems } = await readMapAs(c.req.header('content-type'), text, authors);
      return c.json(
        {
          ...(await imports.authors.setByName(record, entries, { ...saysOf(c), over: 'everything' })),
          problems: problems.map(spoken),
        },
        200,
      );
    });
}
