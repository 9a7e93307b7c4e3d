/**
 * Shapes of request and response bodies (service.md, facts.md, extensions.md).
 * The renderer imports the types of this file; nothing here touches Node.
 */
import { z } from '@hono/zod-openapi';

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
    license: z
      .object({
        key: z.string(),
        name: z.string(),
        spdx_id: z.string(),
        url: z.null(),
        node_id: z.string(),
      })
      .nullable(),
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

/** An SSH server whose key is not known on this machine, with the keys that it shows. */
export const unknownHostSchema = z
  .object({
    host: z.string(),
    port: z.number().int(),
    keys: z.array(z.object({ type: z.string(), key: z.string(), fingerprint: z.string() })),
  })
  .openapi('UnknownHost');
export type UnknownHost = z.infer<typeof unknownHostSchema>;
