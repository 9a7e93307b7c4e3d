/** What a repository's history and newest files come to, counted from git. */
import { z } from '@hono/zod-openapi';

const person = z.object({ name: z.string(), email: z.string(), commits: z.number().int() });

export const repositoryStatisticsSchema = z
  .object({
    /** Of all branches and tags. */
    commits: z.number().int(),
    branches: z.number().int(),
    tags: z.number().int(),
    authors_count: z.number().int(),
    /** First and last moment that an author wrote, UTC; null without a commit. */
    first_at: z.string().nullable(),
    last_at: z.string().nullable(),
    /** Commits by the month in which they were written, oldest first, without months that have none. */
    months: z.array(
      z.object({
        /** `2011-03`. */
        month: z.string(),
        commits: z.number().int(),
        /** The busiest of them. */
        authors: z.array(person.pick({ name: true, commits: true })),
      }),
    ),
    /** Commits whose date is none that a calendar of 1970 to 2199 has. */
    undated: z.number().int(),
    /** By commits, at most 100. An author is an address. */
    authors: z.array(person.extend({ first_at: z.string().nullable(), last_at: z.string().nullable() })),
    /** The default branch, then those with the latest commits, as they left each other; empty for very long histories. */
    lines: z.array(
      z.object({
        name: z.string(),
        /** The line that it left; null for one with a beginning of its own. */
        from: z.string().nullable(),
        /** When it left that, or began; UTC. */
        first_at: z.string(),
        last_at: z.string(),
        /** Along its first parents, since then. */
        commits: z.number().int(),
        /** Whether all of it is in the default branch. */
        merged: z.boolean(),
      }),
    ),
    /** Files of the newest state of the default branch. */
    files: z.number().int(),
    /** Their bytes. */
    bytes: z.number(),
    /** By the ends of their names, largest first, at most 30; '' for names without an end. */
    types: z.array(z.object({ type: z.string(), files: z.number().int(), bytes: z.number() })),
    /** The largest, at most 20. */
    largest: z.array(z.object({ path: z.string(), bytes: z.number() })),
  })
  .openapi('RepositoryStatistics');
export type RepositoryStatistics = z.infer<typeof repositoryStatisticsSchema>;

/** A year and its commits. */
export type CommitsOfYear = [year: number, commits: number];
