/** The report of an import, as it is kept beside the repository and as the API answers it. */

import { z } from '@hono/zod-openapi';
import type { Sentence } from '../../language/sentence.ts';
import { type Comparison, comparisonSchema } from './comparison.ts';
import type { Check, Finding } from './report.ts';
import { type Verdict, verdictSchema } from './verdict.ts';

export const vcsSchema = z.enum(['subversion', 'git', 'mercurial', 'tfvc']);
export const findingSchema = z
  .object({
    kind: z.string(),
    severity: z.enum(['info', 'warning']),
    text: z.string(),
    count: z.number().int(),
    examples: z.array(z.string()),
  })
  .openapi('Finding');

export const checkSchema = z
  .object({ subject: z.string(), what: z.string(), expected: z.string(), found: z.string(), ok: z.boolean() })
  .openapi('Check');

const comparedShape = {
  /** Whether the source is what was fetched, has moved on since, or could not be asked. */
  source_state: z.enum(['same', 'moved_on', 'not_reached']),
  /** The moment of the source that the repository was compared with, UTC: now, or when it was fetched. */
  compared_at: z.string(),
  /** The same as a sentence. */
  compared_with: z.string(),
};
/** With which source of which moment a repository was compared. */
export interface Compared extends Omit<z.infer<z.ZodObject<typeof comparedShape>>, 'compared_with'> {
  compared_with: Sentence;
}

export const reportSchema = z
  .object({
    import_id: z.number().int(),
    owner: z.string(),
    repo: z.string(),
    vcs: vcsSchema,
    vcs_url: z.string(),
    started_at: z.string(),
    finished_at: z.string(),
    /** True when every check is ok, the source is what was fetched, and nothing was lost. Findings do not make it false. */
    verified: z.boolean(),
    /** Absent in reports that earlier versions wrote. */
    verdict: verdictSchema.optional(),
    /** Absent in reports that earlier versions wrote. */
    ...z.object(comparedShape).partial().shape,
    counts: z.object({
      source_revisions: z.number().int(),
      commits: z.number().int(),
      branches: z.number().int(),
      tags: z.number().int(),
      authors: z.number().int(),
      authors_mapped: z.number().int(),
    }),
    checks: z.array(checkSchema),
    /** At most 1,000 rows are sent in `checks`; the files beside the repository hold all. */
    checks_total: z.number().int(),
    findings: z.array(findingSchema),
    default_branch: z.string().nullable(),
    repository_path: z.string(),
    /** `revisions` is absent in reports that earlier versions wrote. */
    files: z.object({ html: z.string(), json: z.string(), revisions: z.string().optional() }),
    /** Every revision compared with the source, when a person asked for that; absent before. */
    comparison: comparisonSchema.optional(),
    /** What the last update brought; null or absent in the report of a first import. */
    update: z
      .object({
        /** When the import was complete before. */
        since: z.string(),
        new_revisions: z.number().int(),
        /** Refs that are others now; `commits` counts new ones, null for a ref that was rewritten or removed. */
        refs: z.array(
          z.object({
            name: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
            commits: z.number().int().nullable(),
          }),
        ),
      })
      .nullable()
      .optional(),
  })
  .openapi('ImportReport');
export type ToldReport = z.infer<typeof reportSchema>;
/** As it is held and kept: what is said becomes words where somebody reads it. */
export interface ImportReport
  extends Omit<ToldReport, 'compared_with' | 'verdict' | 'checks' | 'findings' | 'comparison'> {
  compared_with?: Sentence | undefined;
  verdict?: Verdict | undefined;
  checks: Check[];
  findings: Finding[];
  comparison?: Comparison | undefined;
}
