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
        /** Files that its records or its history name, and that this installation does not have; null where an earlier version made it. */
        lacks: z
          .object({
            /** Different contents of large files (Git LFS). */
            large_files: z.number().int(),
            attached_files: z.number().int(),
            /** Of which repositories, and what to do now, as sentences; none when nothing lacks. */
            notes: z.array(z.string()),
          })
          .nullable(),
        exported_at: z.string(),
        expires_at: z.string(),
        deleted_at: z.string().nullable(),
      })
      .nullable(),
    /** While pending or exporting. */
    progress: archiveProgressSchema.nullable(),
    /** A sentence, in state failed. */
    error_message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('Migration');
export type Migration = z.infer<typeof migrationSchema>;

export const inspectionSchema = z
  .object({
    id: z.number().int(),
    /** Absolute path of the archive on this machine. */
    path: z.string(),
    size: z.number().int(),
    /** `reading` while the index is made: lists then hold what was read so far. */
    state: z.enum(['reading', 'ready', 'failed']),
    error_message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
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

export const restoreSchema = z
  .object({
    id: z.number().int(),
    inspection_id: z.number().int().nullable(),
    archive_path: z.string(),
    state: z.enum(['pending', 'restoring', 'restored', 'failed']),
    progress: archiveProgressSchema.nullable(),
    error_message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    /** What was made, in state restored. */
    summary: z
      .object({
        users: z.number().int(),
        organizations: z.number().int(),
        repositories: z.array(z.string()),
        records: z.array(z.object({ model: z.string(), count: z.number().int() })),
        attachments: z.number().int(),
        /** Whether the archive held all that its records name of what was chosen: Git data, attached and large files. */
        whole: z.boolean().optional(),
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
