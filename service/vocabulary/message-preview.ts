/** What messages that name old ids become. */
import { z } from '@hono/zod-openapi';

const countsShape = {
  /** Messages that were looked at: of commits and annotated tags. */
  messages: z.number().int(),
  /** Those that change. */
  changed: z.number().int(),
  /** Names of revisions that become ids of commits. */
  rewritten: z.number().int(),
  /** Names that stay: several commits could be meant. */
  ambiguous: z.number().int(),
  /** Names that stay: no commit came of that revision. */
  unknown: z.number().int(),
  /** Names that stay: of a commit that is made later, whose id is not known yet. */
  later: z.number().int(),
};
export type MessageCounts = z.infer<z.ZodObject<typeof countsShape>>;

export const messagePreviewSchema = z
  .object({
    ...countsShape,
    /** Messages in which something was recognised. */
    total_count: z.number().int(),
    items: z.array(
      z.object({
        /** Id of the commit or tag as it is without the rewriting. */
        commit: z.string(),
        before: z.string(),
        after: z.string(),
        /** What stays as it is. */
        left: z.array(z.object({ text: z.string(), reason: z.enum(['ambiguous', 'unknown', 'later']) })),
      }),
    ),
  })
  .openapi('MessagePreview');
export type MessagePreview = z.infer<typeof messagePreviewSchema>;
