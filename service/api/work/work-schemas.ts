/** Shapes of long work: what the Activity drawer lists. */
import { z } from '@hono/zod-openapi';

export const workSchema = z
  .object({
    /** `<kind of the row>:<id of the row>`: one entry a row. */
    key: z.string(),
    kind: z.enum(['import', 'update', 'comparison', 'push', 'export', 'restore']),
    /** Id of the import, push, migration or restore. */
    id: z.number().int(),
    /** Of the repository, or of the migration; null for restores. */
    owner: z.string().nullable(),
    /** Null where the work is not about one repository. */
    repo: z.string().nullable(),
    /** Where it comes from or goes to: an address, or the path of an archive. Never holds a password. */
    place: z.string().nullable(),
    /** `needs_you`: it stopped, and goes on when a person has answered. */
    state: z.enum(['waiting', 'running', 'needs_you', 'done', 'failed', 'stopped']),
    /** Null where nobody counts. */
    percent: z.number().nullable(),
    /** What happens now, or what became of it. */
    text: z.string(),
    /** Whether the report of what is done says that something is missing or differs: the text says what. */
    warns: z.literal(true).optional(),
    /** Key of the failure that the text says; null where it says none. */
    failure: z.string().nullable(),
    /** Whether it may be tried again as it is. */
    again: z.boolean(),
    begun_at: z.string(),
    /** Null while it waits or runs. */
    ended_at: z.string().nullable(),
  })
  .openapi('Work');
export type Work = z.infer<typeof workSchema>;
