/**
 * What an archive's records are made of: one model a kind of record, in the order of an archive's files.
 * Names and fields: the public archive layout (docs/formats/archive.md says where each comes from).
 */

/**
 * - `text`, `time` (ISO 8601), `integer`, `boolean`: as they stand
 * - `account`, `repository`, `record`: the address of another record
 * - `file`: `tarball://root/<path in the archive>`
 * - `json`: arrays and objects, with addresses inside
 */
export type FieldKind = 'text' | 'time' | 'integer' | 'boolean' | 'account' | 'repository' | 'record' | 'file' | 'json';

export interface Field {
  name: string;
  kind: FieldKind;
  /** Written only when it has a value. The others are always written, null without one. */
  optional: boolean;
  /** What an array or object is written as when it has no value. */
  empty: null | readonly [];
}

/** Whose record it is, and with whom it is removed. */
export type Scope = 'account' | 'organization' | 'repository';

export interface Model {
  /** Name of its files and of its table, for example `issues`. */
  plural: string;
  /** `type` of its records, for example `issue`. */
  type: string;
  scope: Scope;
  /** Its address ends in a number that people know it by. */
  numbered: boolean;
  /** In the order in which they are written, after `type` and `url`. */
  fields: readonly Field[];
}

const REFERENCES = { account: true, repository: true, record: true } as const;

export type ReferenceKind = keyof typeof REFERENCES;

export function isReference(kind: FieldKind): kind is ReferenceKind {
  return kind in REFERENCES;
}

/** Reads `name`, `name:kind`, `name:kind?` (optional), `name:list` (json, `[]` when empty), separated by space. */
function fields(text: string): Field[] {
  return text
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [name = '', given = ''] = word.replace(/\?$/, '').split(':');
      const kind = given === '' ? (name.endsWith('_at') || name.endsWith('_on') ? 'time' : 'text') : given;
      return {
        name,
        kind: (kind === 'list' ? 'json' : kind) as FieldKind,
        optional: word.endsWith('?'),
        empty: kind === 'list' ? [] : null,
      };
    });
}

function model(plural: string, type: string, scope: Scope, text: string, numbered = false): Model {
  return { plural, type, scope, numbered, fields: fields(text) };
}

const PERSON = `login name bio company website location avatar_url emails:list billing_plan:json created_at
  social_accounts:json?`;

const DIFF_PLACE = `diff_hunk path position:integer original_position:integer commit_id original_commit_id`;

/** All models in the order of an archive's files. */
export const MODELS: readonly Model[] = [
  model('users', 'user', 'account', PERSON),
  model('bots', 'bot', 'account', PERSON),
  model(
    'organizations',
    'organization',
    'account',
    `login name description website location email members:list owners_team:record webhooks:list created_at
     member_privileges:json? repository_defaults:json?`,
  ),
  model(
    'teams',
    'team',
    'organization',
    'organization:account name description permissions:list members:list created_at',
  ),
  model(
    'repositories',
    'repository',
    'repository',
    `owner:account name description website private:boolean has_issues:boolean has_wiki:boolean has_downloads:boolean
     labels:list collaborators:list created_at git_url:file default_branch webhooks:list public_keys:list
     wiki_url:file? is_archived:boolean? page:json? repository_topics:json? security_and_analysis:json? autolinks:json?
     general_settings:json? actions_general_settings:json?`,
  ),
  model(
    'protected_branches',
    'protected_branch',
    'repository',
    `name creator_url:account repository_url:repository admin_enforced:boolean
     block_deletions_enforcement_level:integer block_force_pushes_enforcement_level:integer
     dismiss_stale_reviews_on_push:boolean pull_request_reviews_enforcement_level:integer
     require_code_owner_review:boolean required_status_checks_enforcement_level:integer
     strict_required_status_checks_policy:boolean authorized_actors_only:boolean authorized_user_urls:list
     authorized_team_urls:list dismissal_restricted_user_urls:list dismissal_restricted_team_urls:list
     required_status_checks:list`,
  ),
  model(
    'milestones',
    'milestone',
    'repository',
    'repository:repository user:account title description state due_on created_at updated_at closed_at',
    true,
  ),
  model(
    'issues',
    'issue',
    'repository',
    `repository:repository user:account title body assignee:account assignees:list milestone:record labels:list
     reactions:list closed_at created_at updated_at`,
    true,
  ),
  model(
    'issue_comments',
    'issue_comment',
    'repository',
    'issue:record? pull_request:record? user:account body formatter reactions:list created_at',
  ),
  model(
    'issue_events',
    'issue_event',
    'repository',
    `issue:record? pull_request:record? actor:account event created_at label:record? label_name? label_color?
     label_text_color? title_was? title_is? commit_id? commit_repository:repository? subject:record? ref?
     before_commit_oid? after_commit_oid? milestone_title?`,
  ),
  model(
    'pull_requests',
    'pull_request',
    'repository',
    `user:account repository:repository title body base:json head:json assignee:account assignees:list
     milestone:record labels:list reactions:list review_requests:list close_issue_references:list
     work_in_progress:boolean merged_at closed_at created_at merge_commit_sha?`,
    true,
  ),
  model(
    'pull_request_reviews',
    'pull_request_review',
    'repository',
    'pull_request:record user:account body head_sha formatter state:integer reactions:list created_at submitted_at',
  ),
  model(
    'pull_request_review_threads',
    'pull_request_review_thread',
    'repository',
    `pull_request:record pull_request_review:record ${DIFF_PLACE} start_line:integer line:integer start_side side
     original_start_line:integer original_line:integer created_at resolved_at resolver:account`,
  ),
  model(
    'pull_request_review_comments',
    'pull_request_review_comment',
    'repository',
    `pull_request:record pull_request_review:record pull_request_review_thread:record user:account body formatter
     ${DIFF_PLACE} state:integer in_reply_to:record reactions:list created_at`,
  ),
  model(
    'commit_comments',
    'commit_comment',
    'repository',
    'repository:repository user:account body formatter path position:integer commit_id reactions:list created_at',
  ),
  model(
    'releases',
    'release',
    'repository',
    `repository:repository user:account name tag_name body state pending_tag prerelease:boolean target_commitish
     release_assets:list published_at created_at`,
  ),
  model(
    'projects',
    'project',
    'organization',
    'owner:account? repository:repository? creator:account name body number:integer state columns:list created_at updated_at',
  ),
  model(
    'attachments',
    'attachment',
    'repository',
    `issue:record? pull_request:record? issue_comment:record? pull_request_review:record?
     pull_request_review_comment:record? commit_comment:record? release:record? user:account asset_name
     asset_content_type asset_url:file created_at legacy_url?`,
  ),
  model(
    'repository_files',
    'repository_file',
    'repository',
    'repository:repository user:account file_name file_content_type file_url:file created_at',
  ),
  model(
    'discussions',
    'discussion',
    'repository',
    `repository:repository user:account title body labels:list reactions:list discussion_category:record created_at
     updated_at`,
    true,
  ),
  model('discussion_categories', 'discussion_category', 'repository', 'repository:repository name emoji description'),
];

/** Labels stand inside a repository's record; their rows are their own. */
export const LABELS: Model = model('labels', 'label', 'repository', 'name color description created_at');

const BY_PLURAL = new Map(MODELS.map((each) => [each.plural, each]));

/** service.md's name of a file beside the one that archives in the wild have. */
export const REVIEW_COMMENTS = { named: 'review_comments', stored: 'pull_request_review_comments' } as const;
/** service.md's file of what pull requests are to be merged into: derived from them, never stored. */
export const BASES = 'bases';

/** The model of a file name such as `issues` or `review_comments`; undefined for one that is not known. */
export function modelOf(plural: string): Model | undefined {
  return BY_PLURAL.get(plural === REVIEW_COMMENTS.named ? REVIEW_COMMENTS.stored : plural);
}
