/**
 * Shapes of migrations, opened archives and restores (service.md "Migration"; the rest is described in docs/api.md).
 * The renderer imports the types of this file; nothing here touches Node.
 */
import { z } from '@hono/zod-openapi';
import { ownerSchema, repositorySchema } from '../shared/schemas.ts';

export const archiveProgressSchema = z
  .object({
    step: z.enum(['waiting', 'records', 'attachments', 'repositories', 'finishing', 'reading', 'checking']),
    percent: z.number(),
    status_text: z.string(),
    bytes_done: z.number().int(),
    bytes_total: z.number().int().nullable(),
    rate: z.number().nullable(),
  })
  .openapi('ArchiveProgress');

/** A repository in the two repository lists of migrations: six fields less (service.md "Repository"). */
export const migrationRepositorySchema = repositorySchema
  .omit({
    allow_rebase_merge: true,
    allow_squash_merge: true,
    allow_merge_commit: true,
    forks: true,
    open_issues: true,
    watchers: true,
  })
  .openapi('MigrationRepository');
export type MigrationRepository = z.infer<typeof migrationRepositorySchema>;

export const migrationSchema = z
  .object({
    id: z.number().int(),
    node_id: z.string(),
    owner: ownerSchema,
    guid: z.string(),
    state: z.enum(['pending', 'exporting', 'exported', 'failed']),
    lock_repositories: z.boolean(),
    exclude_attachments: z.boolean(),
    exclude: z.array(z.string()),
    /** Absent when `exclude` names it. Repositories that were removed meanwhile are missing. */
    repositories: z.array(repositorySchema).optional(),
    /** Full names of all, also of those that were removed meanwhile. */
    repository_names: z.array(z.string()),
    /** Full names of those that this migration still locks. */
    locked_repositories: z.array(z.string()),
    url: z.string(),
    archive_url: z.string(),
    /** The finished archive; null before it exists. `deleted_at` tells that its file is gone. */
    archive: z
      .object({
        size: z.number().int(),
        sha256: z.string(),
        exported_at: z.string(),
        expires_at: z.string(),
        deleted_at: z.string().nullable(),
      })
      .nullable(),
    /** While pending or exporting. */
    progress: archiveProgressSchema.nullable(),
    /** A sentence, in state failed. */
    error_message: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('Migration');
export type Migration = z.infer<typeof migrationSchema>;

export const problemSchema = z
  .object({
    kind: z.enum(['missing_file', 'dangling_address', 'secret', 'git', 'other']),
    severity: z.enum(['warning', 'error']),
    /** What it is about: a path in the archive or the address of a record. */
    subject: z.string(),
    text: z.string(),
  })
  .openapi('ArchiveProblem');
export type ArchiveProblem = z.infer<typeof problemSchema>;

export const inspectionSchema = z
  .object({
    id: z.number().int(),
    /** Absolute path of the archive on this machine. */
    path: z.string(),
    size: z.number().int(),
    /** `reading` while the index is made: lists then hold what was read so far. */
    state: z.enum(['reading', 'ready', 'failed']),
    error_message: z.string().nullable(),
    progress: archiveProgressSchema.nullable(),
    /** `version` of the archive's schema.json; null while unread. */
    schema_version: z.string().nullable(),
    /** One entry a kind of record that the archive holds, in the archive's order. */
    counts: z.array(z.object({ model: z.string(), count: z.number().int() })),
    repositories_count: z.number().int(),
    /** Bytes of everything inside, unpacked. */
    unpacked_size: z.number().int(),
    problems_count: z.number().int(),
    created_at: z.string(),
    url: z.string(),
  })
  .openapi('Inspection');
export type Inspection = z.infer<typeof inspectionSchema>;

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
export type InspectedEntry = z.infer<typeof inspectedEntrySchema>;

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
export type InspectedThread = z.infer<typeof inspectedThreadSchema>;

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
export type RestoreChoice = z.infer<typeof choiceSchema>;

export const restoreSchema = z
  .object({
    id: z.number().int(),
    inspection_id: z.number().int().nullable(),
    archive_path: z.string(),
    state: z.enum(['pending', 'restoring', 'restored', 'failed']),
    progress: archiveProgressSchema.nullable(),
    error_message: z.string().nullable(),
    /** What was made, in state restored. */
    summary: z
      .object({
        users: z.number().int(),
        organizations: z.number().int(),
        repositories: z.array(z.string()),
        records: z.array(z.object({ model: z.string(), count: z.number().int() })),
        attachments: z.number().int(),
        /** What was left out or changed on the way, as sentences. */
        notes: z.array(z.string()),
      })
      .nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    url: z.string(),
  })
  .openapi('Restore');
export type Restore = z.infer<typeof restoreSchema>;
