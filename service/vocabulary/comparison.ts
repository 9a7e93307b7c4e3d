/** A comparison of every revision with the source asked anew. */

import { z } from '@hono/zod-openapi';
import type { Sentence } from '../../language/sentence.ts';

const differenceSchema = z.object({
  /** As the source names it. */
  revision: z.string(),
  /** Folder or branch. */
  path: z.string(),
  commit: z.string(),
  /** Some of the files that differ. */
  files: z.array(z.string()),
});
export type ToldDifference = z.infer<typeof differenceSchema>;
/** As it is held and kept: what is said in place of files becomes words where somebody reads it. */
export interface RevisionDifference extends Omit<ToldDifference, 'files'> {
  files: Sentence[];
}

export const comparisonSchema = z
  .object({
    state: z.enum(['running', 'complete', 'stopped', 'failed']),
    /** When it began, and ended; UTC. */
    started_at: z.string(),
    finished_at: z.string().nullable(),
    /** Revisions of branches and tags that became commits; null before they were counted. */
    total: z.number().int().nullable(),
    compared: z.number().int(),
    /** Those that the source could not give. */
    not_compared: z.number().int(),
    /** Revisions, and branches and tags, that differ. */
    differing: z.number().int(),
    /** Branches and tags that were published, and those of them that are not in the repository as they were. */
    refs: z.object({ total: z.number().int(), differing: z.number().int() }).optional(),
    /** The same as a sentence. */
    text: z.string(),
    /** The first of them. */
    differences: z.array(differenceSchema),
    /** Some of those that were not compared, with why. */
    left: z.array(z.string()),
  })
  .openapi('ImportComparison');
export type ToldComparison = z.infer<typeof comparisonSchema>;
/** As it is held and kept: what is said becomes words where somebody reads it. */
export interface Comparison extends Omit<ToldComparison, 'text' | 'left' | 'differences'> {
  text: Sentence;
  left: Sentence[];
  differences: RevisionDifference[];
}
