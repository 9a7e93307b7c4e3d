/** What an archive holds, and what a restore is to make of it: as the rooms read it and as the API answers it. */

import { z } from '@hono/zod-openapi';
import type { Sentence } from '../../language/sentence.ts';

export const problemSchema = z
  .object({
    kind: z.enum(['missing_file', 'dangling_address', 'secret', 'git', 'other']),
    severity: z.enum(['warning', 'error']),
    /** What it is about: a path in the archive or the address of a record. */
    subject: z.string(),
    text: z.string(),
  })
  .openapi('ArchiveProblem');
export type ToldArchiveProblem = z.infer<typeof problemSchema>;

export const inspectedRepositorySchema = z
  .object({
    full_name: z.string(),
    description: z.string().nullable(),
    private: z.boolean(),
    /** Of its files in the archive, bytes. */
    size: z.number().int(),
    wiki: z.boolean(),
    default_branch: z.string().nullable(),
    branches: z.array(z.object({ name: z.string(), sha: z.string() })),
    tags: z.array(z.object({ name: z.string(), sha: z.string() })),
    issues_count: z.number().int(),
    pull_requests_count: z.number().int(),
    releases_count: z.number().int(),
  })
  .openapi('InspectedRepository');
export type InspectedRepository = z.infer<typeof inspectedRepositorySchema>;

/** An issue or a pull request in a list. */
export const inspectedIssueSchema = z
  .object({
    kind: z.enum(['issue', 'pull_request']),
    repository: z.string(),
    number: z.number().int(),
    title: z.string(),
    state: z.enum(['open', 'closed', 'merged']),
    /** Login as the archive has it; null when the author is unknown. */
    user: z.string().nullable(),
    labels: z.array(z.object({ name: z.string(), color: z.string() })),
    comments_count: z.number().int(),
    created_at: z.string().nullable(),
    closed_at: z.string().nullable(),
  })
  .openapi('InspectedIssue');
export type InspectedIssue = z.infer<typeof inspectedIssueSchema>;

/** One thing that was said or that happened, oldest first. */
export const inspectedEntrySchema = z
  .object({
    kind: z.enum(['comment', 'event', 'review', 'review_comment']),
    user: z.string().nullable(),
    /** Of an event: its name, with what it was about; of a review: its verdict. */
    summary: z.string().nullable(),
    body: z.string().nullable(),
    path: z.string().nullable(),
    created_at: z.string().nullable(),
    attachments: z.array(z.object({ name: z.string(), path: z.string(), size: z.number().int().nullable() })),
  })
  .openapi('InspectedEntry');
export type ToldInspectedEntry = z.infer<typeof inspectedEntrySchema>;
/** As it is read: what happened becomes words where the API answers. */
export interface InspectedEntry extends Omit<ToldInspectedEntry, 'summary'> {
  summary: Sentence | null;
}

export const inspectedThreadSchema = inspectedIssueSchema
  .extend({
    body: z.string().nullable(),
    assignees: z.array(z.string()),
    milestone: z.string().nullable(),
    base: z.string().nullable(),
    head: z.string().nullable(),
    attachments: z.array(z.object({ name: z.string(), path: z.string(), size: z.number().int().nullable() })),
    entries: z.array(inspectedEntrySchema),
  })
  .openapi('InspectedThread');
export type ToldInspectedThread = z.infer<typeof inspectedThreadSchema>;
export interface InspectedThread extends Omit<ToldInspectedThread, 'entries'> {
  entries: InspectedEntry[];
}

/** One line of the table that decides what a restore does. */
export const choiceSchema = z
  .object({
    model_name: z.enum(['user', 'organization', 'repository']),
    /** Login, or `owner/name`, in the archive. */
    source: z.string(),
    /**
     * `import`: make it under its own name; `rename`: make it as `target`; `map`: use the `target` that exists here;
     * `skip`: leave it out (a user that is skipped stays a name in the records; an organization takes its repositories along).
     */
    action: z.enum(['import', 'map', 'rename', 'skip']),
    /** Login, or `owner/name`, here. */
    target: z.string(),
    /** Something of the source's name is here already. */
    conflict: z.boolean(),
    /** Why this choice cannot be carried out, as a sentence; null when it can. */
    problem: z.string().nullable(),
  })
  .openapi('RestoreChoice');
export type ToldRestoreChoice = z.infer<typeof choiceSchema>;
/** As it is held: what is said becomes words where the API answers. */
export interface RestoreChoice extends Omit<ToldRestoreChoice, 'problem'> {
  problem: Sentence | null;
}
