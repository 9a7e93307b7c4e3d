/** What became of an update that changed nothing, and what a person must see before it may. */
import { z } from '@hono/zod-openapi';

const sideSchema = z
  .object({
    /** Revision, changeset or commit. */
    revision: z.string(),
    author: z.string(),
    /** UTC; null where it has none. */
    date: z.string().nullable(),
    /** First line. */
    message: z.string(),
  })
  .openapi('SourceSide');
/** A revision as a person recognises it. */
export type SourceSide = z.infer<typeof sideSchema>;

export const sourceChangeSchema = z
  .object({
    /** Full name of the ref, or the revision that is another one now. */
    name: z.string(),
    /** `gone`: the branch is not there any more; `rewritten`: its history does not hold what was imported. */
    kind: z.enum(['gone', 'rewritten', 'other_history']),
    before: sideSchema,
    /** Null for what is gone. */
    after: sideSchema.nullable(),
  })
  .openapi('SourceChange');
/** Something that was imported and that the source does not have any more. */
export type SourceChange = z.infer<typeof sourceChangeSchema>;

export const lastUpdateStatusSchema = z.enum(['failed', 'cancelled', 'needs_confirmation']);
export type LastUpdateStatus = z.infer<typeof lastUpdateStatusSchema>;
