/** `/user/people_book`: who the authors of sources are, for all imports that the account starts. */

import { setImmediate as breathe } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import { say } from '../../../language/sentence.ts';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { writeAuthorsCsv, writeAuthorsText } from '../../imports/authors/author-map.ts';
import { addressProblem, identityProblem } from '../../imports/authors/identity.ts';
import { readMapAs } from '../../imports/authors/read-map.ts';
import { BOOK_SORTS, type BookEntry } from '../../store/people-book.ts';
import type { MapEntry } from '../../vocabulary/authors.ts';
import { vcsSchema } from '../../vocabulary/import-report.ts';
import { account } from '../shared/access.ts';
import { idOf } from '../shared/context.ts';
import { ApiError, errorResponses, type FieldError, notFound } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { linkPages, pageQuery, readPage } from '../shared/paging.ts';
import { router } from '../shared/router.ts';
import { personSchema } from './people-book-schemas.ts';

const path = '/user/people_book';
const access = account('user');
const MOST_CHANGES = 20_000;
/** People a page. */
const MOST_AT_ONCE = 500;

const listRoute = operation({
  method: 'get',
  path,
  access,
  resource: 'Person',
  summary: 'The people book of the account, at most 500 a page; `X-Total-Count` says how many match.',
  request: {
    query: pageQuery.extend({
      q: z.string().optional().openapi({ description: 'Part of a name or an address.' }),
      vcs: vcsSchema.optional(),
      sort: z.enum(BOOK_SORTS).optional(),
      direction: z.enum(['asc', 'desc']).optional(),
    }),
  },
  responses: {
    200: { description: 'People.', content: { 'application/json': { schema: z.array(personSchema) } } },
    ...errorResponses(401, 403, 422),
  },
});
const changeRoute = operation({
  method: 'patch',
  path,
  access,
  resource: 'Person',
  summary:
    'Puts people into the book, in place of what it says of the same `remote_name` and `vcs`, and takes others out.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            people: z
              .array(
                z.object({
                  remote_name: z.string(),
                  vcs: vcsSchema.nullish(),
                  name: z.string(),
                  email: z.string(),
                }),
              )
              .max(MOST_CHANGES)
              .optional(),
            /** Ids of people who are taken out. */
            remove: z.array(z.number().int()).max(MOST_CHANGES).optional(),
          }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'How many are new or other than they were, and how many were taken out.',
      content: { 'application/json': { schema: z.object({ updated: z.number().int(), removed: z.number().int() }) } },
    },
    ...errorResponses(401, 403, 422),
  },
});
const removeRoute = operation({
  method: 'delete',
  path: `${path}/{id}`,
  access,
  resource: 'Person',
  summary: 'Takes somebody out of the book. Imports keep what they have of them.',
  request: { params: z.object({ id: z.string() }) },
  responses: { 204: { description: 'Taken out.' }, ...errorResponses(401, 403, 404) },
});
const readMapRoute = operation({
  method: 'get',
  path: `${path}/map`,
  access,
  resource: 'Person',
  summary: 'The book as an author map. authors.txt has each `remote_name` once, as it was said last.',
  request: { query: z.object({ format: z.enum(['authors.txt', 'csv']).optional() }) },
  responses: {
    200: {
      description: 'The map.',
      content: { 'text/plain': { schema: z.string() }, 'text/csv': { schema: z.string() } },
    },
    ...errorResponses(401, 403, 422),
  },
});
const loadMapRoute = operation({
  method: 'put',
  path: `${path}/map`,
  access,
  resource: 'Person',
  textBody: true,
  summary:
    'Puts the people of an author map into the book: authors.txt as text/plain, or text/csv, which may have a column `vcs`.',
  responses: {
    200: {
      description: 'What was taken.',
      content: {
        'application/json': {
          schema: z.object({
            /** Lines that could be read. */
            people: z.number().int(),
            /** Entries that are new or other than they were. */
            updated: z.number().int(),
            problems: z.array(z.string()),
          }),
        },
      },
    },
    ...errorResponses(401, 403, 413),
  },
});

/** @throws ApiError 422 */
function requirePerson({ remote_name, name, email }: BookEntry, index: number): void {
  const problems = {
    remote_name: remote_name === '' ? say('The name in the source is empty. Enter one.') : null,
    name: identityProblem('name', name),
    email: identityProblem('email', email) ?? addressProblem(email),
  };
  const errors = Object.entries(problems).flatMap(([field, message]): FieldError[] =>
    message === null ? [] : [{ resource: 'Person', field: `people.${index}.${field}`, code: 'invalid', message }],
  );
  if (errors.length > 0) throw new ApiError(422, say('Validation Failed'), errors);
}

/** Each name once, as it was said last: authors.txt knows no systems. */
function withoutSystems(people: readonly (MapEntry & { updated_at: string })[]): MapEntry[] {
  const latest = new Map<string, MapEntry & { updated_at: string }>();
  for (const person of people) {
    const known = latest.get(person.remote_name);
    if (known === undefined || known.updated_at <= person.updated_at) latest.set(person.remote_name, person);
  }
  return [...latest.values()];
}

export function peopleBookRoutes({ peopleBook }: Rooms<'peopleBook'>) {
  return router()
    .on(listRoute, async (c) => {
      const { q, vcs, sort, direction, ...paging } = c.req.valid('query');
      const page = readPage(paging, MOST_AT_ONCE);
      const { limit, offset } = page;
      const query = { text: q, vcs, sort, direction };
      const { rows, total } = await peopleBook.list(c.get('account').id, query, { limit, offset });
      linkPages(c, page, total);
      c.header('X-Total-Count', String(total));
      return c.json(rows, 200);
    })
    .on(changeRoute, async (c) => {
      const { people = [], remove = [] } = c.req.valid('json');
      const entries: BookEntry[] = people.map(({ vcs = null, ...person }) => ({ ...person, vcs }));
      for (const [index, entry] of entries.entries()) {
        requirePerson(entry, index);
        if (index % 1000 === 999) await breathe();
      }
      const accountId = c.get('account').id;
      const removed = await peopleBook.remove(accountId, remove);
      return c.json({ updated: await peopleBook.put(accountId, entries), removed }, 200);
    })
    .on(removeRoute, async (c) => {
      const removed = await peopleBook.remove(c.get('account').id, [idOf(c.req.valid('param').id)]);
      if (removed === 0) throw notFound();
      return c.body(null, 204);
    })
    .on(readMapRoute, async (c) => {
      const people: (MapEntry & { updated_at: string })[] = [];
      for (const rows of peopleBook.each(c.get('account').id)) {
        for (const { vcs, ...person } of rows) people.push({ ...person, ...(vcs === null ? {} : { vcs }) });
        await breathe();
      }
      const csv = c.req.valid('query').format === 'csv';
      return c.text(csv ? writeAuthorsCsv(people) : writeAuthorsText(withoutSystems(people)), 200, {
        'Content-Type': csv ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${csv ? 'people.csv' : 'people.txt'}"`,
      });
    })
    .on(loadMapRoute, async (c) => {
      const text = await c.req.text();
      const { entries, problems } = await readMapAs(c.req.header('content-type'), text, null);
      const people = entries.map(({ vcs = null, ...entry }): BookEntry => ({ ...entry, vcs }));
      const updated = await peopleBook.put(c.get('account').id, people);
      return c.json({ people: people.length, updated, problems: problems.map(spoken) }, 200);
    });
}
