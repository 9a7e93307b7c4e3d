/** Shapes of `/import_batches`. */
import { z } from '@hono/zod-openapi';
import { verdictSchema } from '../../vocabulary/verdict.ts';

export const batchEntryStateSchema = z.enum([
  'refused',
  'waiting',
  'running',
  'needs_attention',
  'complete',
  'failed',
  'stopped',
]);

export const batchSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    created_at: z.string(),
    /** Null while the list is looked at and nothing of it runs. */
    started_at: z.string().nullable(),
    /** True when nothing of a started list waits or runs any more. */
    finished: z.boolean(),
    entries_count: z.number().int(),
    /** Entries by state. */
    counts: z.partialRecord(batchEntryStateSchema, z.number().int()),
    /** Mappings of its author map. */
    authors_mapped: z.number().int(),
    url: z.string(),
  })
  .openapi('ImportBatch');
export type ImportBatch = z.infer<typeof batchSchema>;

export const batchEntrySchema = z
  .object({
    id: z.number().int(),
    /** Line of the CSV, or number of the JSON element, from 1. */
    line: z.number().int(),
    vcs_url: z.string(),
    vcs: z.string().nullable(),
    tfvc_project: z.string().nullable(),
    owner: z.string(),
    repo: z.string(),
    state: batchEntryStateSchema,
    /** A sentence, in states refused, needs_attention and failed. */
    message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    /** Whether all checks of the report passed; null before the report. */
    verified: z.boolean().nullable(),
    /** As the report has it; null before it. */
    verdict: verdictSchema.nullable(),
    source_revisions: z.number().int().nullable(),
    commits: z.number().int().nullable(),
    started_at: z.string().nullable(),
    finished_at: z.string().nullable(),
  })
  .openapi('ImportBatchEntry');
export type ImportBatchEntry = z.infer<typeof batchEntrySchema>;
