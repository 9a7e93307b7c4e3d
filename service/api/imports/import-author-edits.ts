/** `/repos/{owner}/{repo}/import/authors/edits`: one rule for many authors. */
import { z } from '@hono/zod-openapi';
import type { Rooms } from '../../engine.ts';
import { type RuledAuthor, ruled } from '../../imports/authors/author-rules.ts';
import { addressProblem, identityProblem } from '../../imports/authors/identity.ts';
import { repositoryPath } from '../organizations/repositories.ts';
import { REPOSITORY } from '../shared/access.ts';
import { ApiError, errorResponses } from '../shared/errors.ts';
import { operation } from '../shared/operation.ts';
import { router } from '../shared/router.ts';
import { AUTHORS_PATH, MOST_CHANGES, saysOf } from './import-authors.ts';
import { importOf } from './imports.ts';

const ids = z.array(z.number().int()).max(MOST_CHANGES);

const editRoute = operation({
  method: 'post',
  path: `${AUTHORS_PATH}/edits`,
  access: REPOSITORY,
  resource: 'CommitAuthor',
  summary: 'Says by a rule who many authors are: those with these ids, or all that match.',
  request: {
    params: repositoryPath,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({
            rule: z.discriminatedUnion('kind', [
              z.object({ kind: z.literal('domain'), domain: z.string().min(1) }),
              z.object({ kind: z.literal('accept') }),
            ]),
            ids: ids.optional(),
            q: z.string().optional(),
            only: z.enum(['open']).optional(),
            except: ids.optional(),
            over: z.enum(['ask', 'replace', 'keep']).optional().openapi({
              description:
                'What becomes of those of whom a person or a list said something else: where there are any, `ask` (the default) changes nobody.',
            }),
          }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'What was changed, and what it was before.',
      content: {
        'application/json': {
          schema: z.object({
            updated: z.number().int(),
            /** Authors of whom the rule says something new. */
            affected: z.number().int(),
            /** Those among them of whom a person or a list said something else. */
            said_before: z.number().int(),
            before: z.object({
              unmapped: z.array(z.number().int()),
              mapped: z.array(z.object({ id: z.number().int(), name: z.string(), email: z.string() })),
            }),
          }),
        },
      },
    },
    ...errorResponses(401, 404, 422),
  },
});

/** @throws ApiError 422 for the first that can be nobody's identity */
function checkIdentities(authors: readonly RuledAuthor[]): void {
  for (const { email, known } of authors) {
    if (email === known.email) continue;
    const message = identityProblem('email', email) ?? addressProblem(email);
    if (message === null) continue;
    throw new ApiError(422, 'Validation Failed', [
      { resource: 'CommitAuthor', field: 'domain', code: 'invalid', message },
    ]);
  }
}

export function importAuthorEditRoutes(engine: Rooms<'accounts' | 'imports' | 'repositories'>) {
  const { authors } = engine.imports;
  return router().on(editRoute, async (c) => {
    const record = importOf(engine, c, c.req.valid('param'));
    const { rule, ids: chosen, q, only, except = [], over = 'ask' } = c.req.valid('json');
    const which = chosen === undefined ? { text: q, open: only === 'open' } : { ids: chosen };
    const spared = new Set(except);
    const affected = (await ruled(await authors.said(record.id, which), rule)).filter(({ id }) => !spared.has(id));
    const said = affected.filter(({ isSaid }) => isSaid).length;
    const isAsked = over === 'ask' && said > 0;
    const changes = isAsked ? [] : affected.filter(({ isSaid }) => over === 'replace' || !isSaid);
    checkIdentities(changes);
    await authors.set(
      record,
      changes.map(({ id, name, email }) => ({ id, name, email })),
      saysOf(c),
    );
    const before = {
      unmapped: changes.filter(({ isMapped }) => !isMapped).map(({ id }) => id),
      mapped: changes.filter(({ isMapped }) => isMapped).map(({ id, known }) => ({ id, ...known })),
    };
    return c.json({ updated: changes.length, affected: affected.length, said_before: said, before }, 200);
  });
}
