/** What an import's report says in three parts, which are never merged into one. */

import { z } from '@hono/zod-openapi';
import type { Sentence } from '../../language/sentence.ts';

const partShape = {
  /** `green`: compared and right. `amber`: a person should know. `red`: something is missing, or differs. */
  state: z.enum(['green', 'amber', 'red']),
  /** The same as a sentence. */
  text: z.string(),
};

export const outsideFolderSchema = z.object({
  /** From the repository's root, without leading slash; '' for files beside all folders. */
  folder: z.string(),
  /** Revisions that put something there, the first and the last of them. */
  revisions: z.number().int(),
  first: z.number().int(),
  last: z.number().int(),
  /** Whether a person left it out, or chose another project. */
  is_excluded: z.boolean(),
});

/** Whether every revision is accounted for: `in_git + excluded + lost = content_revisions`. */
export const completeSchema = z.object({
  ...partShape,
  content_revisions: z.number().int(),
  in_git: z.number().int(),
  excluded: z.number().int(),
  lost: z.number().int(),
  /** Where what is not in Git lies, the folders with the most revisions first. */
  outside: z.array(outsideFolderSchema),
});

export const verdictSchema = z
  .object({
    complete: completeSchema,
    /** Whether what is there equals the source. */
    equal: z.object({
      ...partShape,
      compared: z.number().int(),
      differing: z.number().int(),
      /** The moment of the source that was compared, UTC. */
      compared_at: z.string(),
    }),
    /** Who the authors are: mapped by a person, with a placeholder for an address, or as the source says. */
    people: z.object({
      ...partShape,
      mapped: z.number().int(),
      placeholder: z.number().int(),
      unmapped: z.number().int(),
    }),
  })
  .openapi('Verdict');
export type ToldVerdict = z.infer<typeof verdictSchema>;
/** As it is held and kept: what is said becomes words where somebody reads it. */
export type Verdict = { [Part in keyof ToldVerdict]: Omit<ToldVerdict[Part], 'text'> & { text: Sentence } };
