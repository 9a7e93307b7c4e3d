/**
 * Shapes of imports (service.md, facts.md, extensions.md).
 * The renderer imports the types of this file; nothing here touches Node.
 */
import { z } from '@hono/zod-openapi';
import { vcsSchema } from '../../vocabulary/import-report.ts';
import { IMPORT_STATUSES } from '../../vocabulary/import-status.ts';
import { lastUpdateStatusSchema, sourceChangeSchema } from '../../vocabulary/last-update.ts';
import { completeSchema, verdictSchema } from '../../vocabulary/verdict.ts';
import { unknownHostSchema } from '../shared/schemas.ts';

export const layoutSchema = z
  .object({
    root: z.string(),
    trunk: z.string().nullable(),
    branches: z.array(z.string()),
    tags: z.array(z.string()),
    left_out: z.array(z.string()),
    default_branch: z.string(),
    gitignore: z.boolean(),
  })
  .openapi('Layout');

export const projectChoiceSchema = z
  .object({
    vcs: vcsSchema,
    human_name: z.string(),
    tfvc_project: z.string().optional(),
    svn_root: z.string().optional(),
  })
  .openapi('ProjectChoice');

const lastUpdateSchema = z
  .object({
    status: lastUpdateStatusSchema,
    at: z.string(),
    message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    /** What the source does not have any more of what was imported. */
    changes: z.array(sourceChangeSchema),
    /** Sent with the next update, takes these changes over; null where none are to be confirmed. */
    confirm: z.string().nullable(),
    /** Whether the source wants a user name and a password, or others. */
    username_needed: z.boolean(),
    unknown_host: unknownHostSchema.nullable(),
  })
  .openapi('ImportLastUpdate');

export const importSchema = z
  .object({
    id: z.number().int(),
    vcs: z.string().nullable(),
    use_lfs: z.enum(['opt_in', 'opt_out', 'undecided']),
    vcs_url: z.string(),
    svn_root: z.string().optional(),
    tfvc_project: z.string().optional(),
    status: z.enum(IMPORT_STATUSES),
    status_text: z.string().nullable(),
    /** The last that was reached: it stays whatever becomes of an update. */
    verdict: verdictSchema.optional(),
    /** The address before it was changed: an update with it goes back. */
    previous_vcs_url: z.string().optional(),
    /** Of a complete import: whether the source was what was fetched, had moved on, or did not answer. */
    source_state: z.enum(['same', 'moved_on', 'not_reached']).optional(),
    /** True while an import that was complete is brought up to date: cancelling stops only that. */
    updating: z.boolean().optional(),
    /** Of a complete import whose last update changed nothing: why. */
    last_update: lastUpdateSchema.optional(),
    failed_step: z.string().optional(),
    unknown_host: unknownHostSchema.optional(),
    error_message: z.string().optional(),
    message: z.string().optional(),
    /** Key of the failure that the message says. */
    failure: z.string().optional(),
    percent: z.number().int().nullable().optional(),
    import_percent: z.number().int().nullable().optional(),
    push_percent: z.number().int().optional(),
    commit_count: z.number().int().optional(),
    authors_count: z.number().int(),
    has_large_files: z.boolean(),
    large_files_size: z.number().int(),
    large_files_count: z.number().int(),
    project_choices: z.array(projectChoiceSchema).optional(),
    hold_before_push: z.boolean(),
    /** Whether each commit gets a note with the revision that it came from, at `refs/notes/gantry`. */
    write_notes: z.boolean(),
    /** Whether messages that name revisions of the source name the commits that those became. */
    rewrite_messages: z.boolean(),
    /** Whether a Mercurial repository's `.hgignore` has a `.gitignore` beside it. */
    translate_hgignore: z.boolean(),
    /** Whether the labels of a Team Foundation project become no tags. */
    leave_out_labels: z.boolean(),
    layout: layoutSchema.nullable(),
    /** What the history suggests, where a person chose another layout. */
    suggested_layout: layoutSchema.optional(),
    /** What its mapping made, while it waits to be released. */
    outcome: z
      .object({
        /** Of the source. */
        revisions: z.number().int(),
        commits: z.number().int(),
        branches: z.number().int(),
        tags: z.number().int(),
        /** Of a history of folders: whether every revision is accounted for, as the report will say it. */
        complete: completeSchema.optional(),
      })
      .optional(),
    /** True while the import waits in `mapping` for a person to release it. */
    waiting_for_release: z.boolean(),
    /** True while it waits until fewer imports are at work on this machine. */
    waiting_for_turn: z.boolean().optional(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    url: z.string(),
    html_url: z.string(),
    authors_url: z.string(),
    repository_url: z.string(),
  })
  .openapi('Import');
export type Import = z.infer<typeof importSchema>;

export const importUpdateSchema = z
  .object({
    id: z.number().int(),
    status: z.enum(['running', 'complete', 'failed', 'cancelled', 'needs_confirmation']),
    /** The address that was asked. */
    vcs_url: z.string(),
    /** Login of who began it; null where that is not known any more. */
    started_by: z.string().nullable(),
    /** Why it changed nothing. */
    message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    /** Null where nobody counted, for one that changed nothing, and where commits took the place of others. */
    new_commits: z.number().int().nullable(),
    started_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .openapi('ImportUpdate');
export type ImportUpdate = z.infer<typeof importUpdateSchema>;

export const importSummarySchema = importSchema
  .extend({ owner: z.string(), repo: z.string(), username_needed: z.boolean() })
  .openapi('ImportSummary');
export type ImportSummary = z.infer<typeof importSummarySchema>;

export const authorSchema = z
  .object({
    id: z.number().int(),
    remote_id: z.string(),
    remote_name: z.string(),
    email: z.string(),
    name: z.string(),
    url: z.string(),
    import_url: z.string(),
    commit_count: z.number().int(),
    first_commit_at: z.string().nullable(),
    last_commit_at: z.string().nullable(),
    mapped: z.boolean(),
    /** Who said who they are: a person by hand or with a map, the map of a list, or the people book. Null where nobody did. */
    mapped_by: z.enum(['person', 'list', 'people_book']).nullable(),
    /** What the people book says of an author who is not mapped, offered and not applied. */
    suggestion: z.object({ name: z.string(), email: z.string() }).nullable(),
  })
  .openapi('CommitAuthor');
export type CommitAuthor = z.infer<typeof authorSchema>;

export const largeFileSchema = z
  .object({ ref_name: z.string(), path: z.string(), oid: z.string(), size: z.number().int() })
  .openapi('LargeFile');
export type LargeFile = z.infer<typeof largeFileSchema>;

export const detectionSchema = z
  .object({
    /** `found`, or the import state that an import of this address would end in. */
    status: z.enum([
      'found',
      'detection_found_multiple',
      'detection_needs_auth',
      'auth_failed',
      'detection_found_nothing',
      'error',
    ]),
    vcs: vcsSchema.nullable(),
    vcs_url: z.string(),
    root_url: z.string().nullable(),
    uuid: z.string().nullable(),
    revision_count: z.number().int().nullable(),
    branches: z.array(z.string()),
    tags: z.array(z.string()),
    layout: layoutSchema.nullable(),
    project_choices: z.array(projectChoiceSchema),
    empty: z.boolean(),
    /** Address that the server sent the tool on to. */
    redirected_to: z.string().nullable(),
    message: z.string().nullable(),
    /** Key of the failure that the message says. */
    failure: z.string().nullable(),
    unknown_host: unknownHostSchema.nullable(),
    /** Those that lie there, where the address is none itself: a folder, or the page of a server that lists them. */
    repositories: z.array(
      z.object({
        vcs_url: z.string(),
        vcs: vcsSchema.nullable(),
        /** Where the last part of its address is that of another one too: the way to it. */
        repository: z.string().nullable(),
      }),
    ),
  })
  .openapi('Detection');
export type Detection = z.infer<typeof detectionSchema>;

export const logLineSchema = z
  .object({ id: z.number().int(), at: z.string(), level: z.enum(['info', 'warning', 'error']), text: z.string() })
  .openapi('LogLine');

export const foundRevisionsSchema = z
  .object({
    total_count: z.number().int(),
    revisions: z.array(
      z.object({
        /** `r12`, `C815`, or an id of the source. */
        revision: z.string(),
        /** Folder of the branch or tag; '' where the source has none. */
        path: z.string(),
        /** Id of the commit, or of the annotated tag. */
        commit: z.string(),
        author: z.string(),
        date: z.string(),
      }),
    ),
  })
  .openapi('FoundRevisions');

export type Layout = z.infer<typeof layoutSchema>;

export type ProjectChoice = z.infer<typeof projectChoiceSchema>;
