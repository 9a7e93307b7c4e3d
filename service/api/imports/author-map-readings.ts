/** `/author_map_readings`: what an author map says, before anything is done with it. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { spoken } from '../../failures/language.ts';
import { readMapAs } from '../../imports/authors/read-map.ts';
import { vcsSchema } from '../../vocabulary/import-report.ts';
import { ANY_ACCOUNT, REPOSITORY } from '../shared/access.ts';
import { requireScopes } from '../shared/admission.ts';
import { errorResponses } from '../shared/errors.ts';
import { longAnswer } from '../shared/long-answer.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { authorsToName } from './import-authors.ts';
import { importOf } from './imports.ts';

/** Entries made into text at once: a few milliseconds. */
const AT_ONCE = 1000;

const readRoute = operation({
  method: 'post',
  path: '/author_map_readings',
  access: ANY_ACCOUNT,
  resource: 'CommitAuthor',
  textBody: true,
  request: {
    query: z.object({
      owner: z.string().optional(),
      repo: z.string().optional().openapi({
        description:
          'With `owner`: the import whose authors it is for. A mailmap says whom it is about by their addresses.',
      }),
    }),
  },
  summary:
    'Reads an author map, authors.txt or a mailmap as text/plain or text/csv, and keeps nothing. What cannot be read is listed.',
  responses: {
    200: {
      description: 'What it says.',
      content: {
        'application/json': {
          schema: z.object({
            problems: z.array(z.string()),
            entries: z.array(
              z.object({ remote_name: z.string(), name: z.string(), email: z.string(), vcs: vcsSchema.optional() }),
            ),
          }),
        },
      },
    },
    ...errorResponses(401, 403, 404, 413),
  },
});

export function authorMapReadingRoutes(engine: Rooms<'accounts' | 'imports' | 'repositories'>) {
  return router().on(readRoute, async (c) => {
    const text = await c.req.text();
    const { owner, repo } = c.req.valid('query');
    // Its answer says who the authors of the import are.
    if (owner && repo) requireScopes(c, REPOSITORY.scopes);
    const record = owner && repo ? importOf(engine, c, { owner, repo }) : null;
    const authors = record && authorsToName(engine, record);
    const { entries, problems } = await readMapAs(c.req.header('content-type'), text, authors);
    return longAnswer(c, inParts(entries), 200, {
      object: { problems: problems.map(spoken) },
      list: 'entries',
    }) as never;
  });
}

function* inParts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE);
}
