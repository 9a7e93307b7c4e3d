/** What a layout would make of a history of folders, before anything is mapped. */
import { z } from '@hono/zod-openapi';
import { outsideFolderSchema } from './verdict.ts';

export const layoutPreviewSchema = z
  .object({
    /** Revisions that change content, and what becomes of them: `in_git + excluded + lost = content_revisions`. */
    content_revisions: z.number().int(),
    in_git: z.number().int(),
    excluded: z.number().int(),
    lost: z.number().int(),
    /** Branches and tags, deleted ones among them; at most 2,000. */
    lines: z.array(
      z.object({
        kind: z.enum(['trunk', 'branch', 'tag']),
        name: z.string(),
        folder: z.string(),
        revisions: z.number().int(),
        last: z.number().int(),
        is_living: z.boolean(),
        /** Folder that it was copied from; null for one that began empty. */
        copied_from: z.string().nullable(),
      }),
    ),
    lines_total: z.number().int(),
    /** Folders down to the third level, at most 2,000, in the order of their names. */
    folders: z.array(
      z.object({
        folder: z.string(),
        revisions: z.number().int(),
        last: z.number().int(),
        is_living: z.boolean(),
        copied_from: z.string().nullable(),
        /** `holds` branches or tags, lies `inside` of one, is the `past` of one, `left_out` on purpose, or `outside` of all. */
        becomes: z.enum(['trunk', 'branch', 'tag', 'holds', 'inside', 'past', 'left_out', 'outside', 'empty']),
      }),
    ),
    outside: z.array(outsideFolderSchema),
  })
  .openapi('LayoutPreview');
export type LayoutPreview = z.infer<typeof layoutPreviewSchema>;
