/**
 * Shapes of request and response bodies (service.md, facts.md, extensions.md).
 * The renderer imports the types of this file; nothing here touches Node.
 */
import { z } from '@hono/zod-openapi';
import { IMPORT_STATUSES } from '../../vocabulary/import-status.ts';

export const vcsSchema = z.enum(['subversion', 'git', 'mercurial', 'tfvc']);

export const ownerSchema = z
  .object({
    login: z.string(),
    id: z.number().int(),
    node_id: z.string(),
    avatar_url: z.string(),
    gravatar_id: z.string(),
    url: z.string(),
    html_url: z.string(),
    followers_url: z.string(),
    following_url: z.string(),
    gists_url: z.string(),
    starred_url: z.string(),
    subscriptions_url: z.string(),
    organizations_url: z.string(),
    repos_url: z.string(),
    events_url: z.string(),
    received_events_url: z.string(),
    type: z.string(),
    site_admin: z.boolean(),
  })
  .openapi('Owner');
export type Owner = z.infer<typeof ownerSchema>;

export const accountSchema = ownerSchema
  .extend({ name: z.string().nullable(), email: z.string().nullable(), two_factor_authentication: z.boolean() })
  .openapi('Account');
export type Account = z.infer<typeof accountSchema>;

export const repositorySchema = z
  .object({
    id: z.number().int(),
    node_id: z.string(),
    name: z.string(),
    full_name: z.string(),
    owner: ownerSchema,
    private: z.boolean(),
    html_url: z.string(),
    description: z.string().nullable(),
    fork: z.boolean(),
    url: z.string(),
    archive_url: z.string(),
    assignees_url: z.string(),
    blobs_url: z.string(),
    branches_url: z.string(),
    collaborators_url: z.string(),
    comments_url: z.string(),
    commits_url: z.string(),
    compare_url: z.string(),
    contents_url: z.string(),
    contributors_url: z.string(),
    deployments_url: z.string(),
    downloads_url: z.string(),
    events_url: z.string(),
    forks_url: z.string(),
    git_commits_url: z.string(),
    git_refs_url: z.string(),
    git_tags_url: z.string(),
    hooks_url: z.string(),
    issue_comment_url: z.string(),
    issue_events_url: z.string(),
    issues_url: z.string(),
    keys_url: z.string(),
    labels_url: z.string(),
    languages_url: z.string(),
    merges_url: z.string(),
    milestones_url: z.string(),
    notifications_url: z.string(),
    pulls_url: z.string(),
    releases_url: z.string(),
    stargazers_url: z.string(),
    statuses_url: z.string(),
    subscribers_url: z.string(),
    subscription_url: z.string(),
    tags_url: z.string(),
    teams_url: z.string(),
    trees_url: z.string(),
    git_url: z.string(),
    ssh_url: z.string(),
    clone_url: z.string(),
    svn_url: z.string(),
    mirror_url: z.string().nullable(),
    homepage: z.string().nullable(),
    language: z.string().nullable(),
    forks: z.number().int(),
    forks_count: z.number().int(),
    stargazers_count: z.number().int(),
    watchers: z.number().int(),
    watchers_count: z.number().int(),
    /** Kilobytes on disk. */
    size: z.number().int(),
    default_branch: z.string(),
    open_issues: z.number().int(),
    open_issues_count: z.number().int(),
    is_template: z.boolean(),
    topics: z.array(z.string()),
    has_issues: z.boolean(),
    has_projects: z.boolean(),
    has_wiki: z.boolean(),
    has_pages: z.boolean(),
    has_downloads: z.boolean(),
    archived: z.boolean(),
    disabled: z.boolean(),
    visibility: z.string(),
    pushed_at: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    permissions: z.object({ admin: z.boolean(), push: z.boolean(), pull: z.boolean() }),
    allow_rebase_merge: z.boolean(),
    template_repository: z.null(),
    temp_clone_token: z.string(),
    allow_squash_merge: z.boolean(),
    delete_branch_on_merge: z.boolean(),
    allow_merge_commit: z.boolean(),
    subscribers_count: z.number().int(),
    network_count: z.number().int(),
    license: z.null(),
    /** The migration that locks the repository: nothing changes in it until that is unlocked. */
    locked_by: z
      .object({
        migration_id: z.number().int(),
        /** Login of the organization or account whose migration it is. */
        owner: z.string(),
        /** DELETE it to unlock. */
        unlock_url: z.string(),
      })
      .nullable(),
  })
  .openapi('Repository');
export type Repository = z.infer<typeof repositorySchema>;

export const layoutSchema = z
  .object({
    root: z.string(),
    trunk: z.string().nullable(),
    branches: z.array(z.string()),
    tags: z.array(z.string()),
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

/** An SSH server whose key is not known on this machine, with the keys that it shows. */
export const unknownHostSchema = z
  .object({
    host: z.string(),
    port: z.number().int(),
    keys: z.array(z.object({ type: z.string(), key: z.string(), fingerprint: z.string() })),
  })
  .openapi('UnknownHost');
export type UnknownHost = z.infer<typeof unknownHostSchema>;

/** A key of an SSH server that was accepted here. */
export const knownHostSchema = z
  .object({
    id: z.string(),
    host: z.string(),
    port: z.number().int(),
    type: z.string(),
    key: z.string(),
    fingerprint: z.string(),
  })
  .openapi('KnownHost');
export type KnownHost = z.infer<typeof knownHostSchema>;

export const rememberedCredentialsSchema = z
  .object({
    /** Whether there is a keychain; if not, `reason` is a sentence. */
    available: z.boolean(),
    reason: z.string().nullable(),
    entries: z.array(
      z.object({ id: z.string(), address: z.string(), username: z.string().nullable(), created_at: z.string() }),
    ),
  })
  .openapi('RememberedCredentials');
export type RememberedCredentials = z.infer<typeof rememberedCredentialsSchema>;

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
    failed_step: z.string().optional(),
    unknown_host: unknownHostSchema.optional(),
    error_message: z.string().optional(),
    message: z.string().optional(),
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
    layout: layoutSchema.nullable(),
    /** True while the import waits in `mapping` for a person to release it. */
    waiting_for_release: z.boolean(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    url: z.string(),
    html_url: z.string(),
    authors_url: z.string(),
    repository_url: z.string(),
  })
  .openapi('Import');
export type Import = z.infer<typeof importSchema>;

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
    /** A mapping of the same `remote_name` made in an earlier import, offered and not applied. */
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
    unknown_host: unknownHostSchema.nullable(),
  })
  .openapi('Detection');
export type Detection = z.infer<typeof detectionSchema>;

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

export const reportSchema = z
  .object({
    import_id: z.number().int(),
    owner: z.string(),
    repo: z.string(),
    vcs: vcsSchema,
    vcs_url: z.string(),
    started_at: z.string(),
    finished_at: z.string(),
    /** True when every check is ok. Findings do not make it false. */
    verified: z.boolean(),
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
    files: z.object({ html: z.string(), json: z.string() }),
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
export type ImportReport = z.infer<typeof reportSchema>;

/** How a remote stands to the repository: counts of branches and tags together, lists of at most 100. */
export const pushTargetSchema = z
  .object({
    new: z.number().int(),
    forward: z.number().int(),
    equal: z.number().int(),
    only_there: z.number().int(),
    refused: z.array(z.object({ ref: z.string(), reason: z.string() })),
    refused_count: z.number().int(),
    left_out: z.array(z.string()),
    left_out_count: z.number().int(),
  })
  .openapi('PushTarget');

export const remotePushSchema = z
  .object({
    id: z.number().int(),
    remote_url: z.string(),
    status: z.enum(['running', 'complete', 'needs_decision', 'auth_failed', 'error', 'cancelled']),
    percent: z.number().int(),
    status_text: z.string(),
    message: z.string().nullable(),
    unknown_host: unknownHostSchema.nullable(),
    target: pushTargetSchema.nullable(),
    created_at: z.string(),
    url: z.string(),
  })
  .openapi('RemotePush');
export type RemotePush = z.infer<typeof remotePushSchema>;

export const setupSchema = z
  .object({
    /** True until the first account exists. */
    required: z.boolean(),
    data_folder: z.string(),
    version: z.string(),
    tools: z.array(
      z.object({
        name: z.string(),
        version: z.string().nullable(),
        /** What to do when it is missing; null when present. */
        message: z.string().nullable(),
      }),
    ),
  })
  .openapi('Setup');
export type Setup = z.infer<typeof setupSchema>;

export const logLineSchema = z
  .object({ id: z.number().int(), at: z.string(), level: z.enum(['info', 'warning', 'error']), text: z.string() })
  .openapi('LogLine');
