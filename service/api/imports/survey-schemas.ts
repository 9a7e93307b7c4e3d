/** Shape of a survey. The renderer imports the type of this file; nothing here touches Node. */
import { z } from '@hono/zod-openapi';
import { findingSchema, vcsSchema } from '../../vocabulary/import-report.ts';

export const surveySchema = z
  .object({
    vcs: vcsSchema,
    vcs_url: z.string(),
    revisions: z.number().int().nullable(),
    authors_count: z.number().int().nullable(),
    /** Those with most revisions first, at most 500. */
    authors: z.array(z.object({ name: z.string(), count: z.number().int() })).nullable(),
    first_at: z.string().nullable(),
    last_at: z.string().nullable(),
    /** Bytes of the files of the newest state. */
    size: z.number().int().nullable(),
    large_files: z.array(z.object({ path: z.string(), size: z.number().int() })).nullable(),
    findings: z.array(findingSchema),
    /** The repository that a folder was cloned from, where the folder knows branches of it that are none of its own. */
    cloned_from: z.string().nullable(),
    /** What could not be known without a fetch, as sentences. */
    unknown: z.array(z.string()),
    /** Seconds that the import may take, from this installation's earlier ones; null without any of the kind. */
    seconds_estimate: z.number().int().nullable(),
    took_ms: z.number().int(),
  })
  .openapi('Survey');
export type Survey = z.infer<typeof surveySchema>;
