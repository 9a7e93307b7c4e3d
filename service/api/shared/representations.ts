/** Rows as the API sends them. */
import type { Rooms } from '../../engine.ts';
import { licenseName } from '../../repositories/licenses.ts';
import { unlockPath } from '../../repositories/repository-locked.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { accountUrl, organizationUrl, repositoryUrl, webUrl } from './links.ts';
import type { Owner, Repository } from './schemas.ts';

/** `04:User1` in base64, as the original service made its node ids. */
export function nodeId(type: string, id: number): string {
  return Buffer.from(`0${type.length}:${type}${id}`).toString('base64');
}

export function representOwner(base: string, account: AccountRow): Owner {
  const url = accountUrl(base, account.login);
  const isOrganization = account.type === 'Organization';
  // As in service.md's migrations: only these three differ.
  const own = isOrganization ? organizationUrl(base, account.login) : url;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: webUrl(base, 'avatars', account.login),
    gravatar_id: '',
    url: own,
    html_url: webUrl(base, account.login),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${own}/repos`,
    events_url: isOrganization ? `${own}/events` : `${own}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    site_admin: account.site_admin === 1,
  };
}

/** Link fields of a repository: name and what follows the repository's own address. */
const LINKS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;

/** A repository as somebody sees it: permissions are the viewer's, null for nobody's. */
export function representRepository(
  { accounts, facts }: Rooms<'accounts' | 'facts'>,
  base: string,
  repository: RepositoryRow,
  viewer: AccountRow | null,
): Repository {
  const owner = accounts.byId(repository.owner_id) as AccountRow;
  const found = facts.of(repository.id);
  const url = repositoryUrl(base, repository.owner, repository.name);
  const htmlUrl = webUrl(base, repository.owner, repository.name);
  const host = new URL(base).host;
  const path = `${repository.owner}/${repository.name}`;
  const links = Object.fromEntries(Object.entries(LINKS).map(([name, rest]) => [name, url + rest]));
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: path,
    owner: representOwner(base, owner),
    private: repository.private === 1,
    html_url: htmlUrl,
    description: repository.description,
    fork: false,
    url,
    ...(links as Record<keyof typeof LINKS, string>),
    git_url: `git://${host}/${path}.git`,
    ssh_url: `ssh://git@${host}/${path}.git`,
    clone_url: `${htmlUrl}.git`,
    mirror_url: null,
    svn_url: htmlUrl,
    homepage: null,
    language: found.language,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: repository.size_kb,
    default_branch: repository.default_branch,
    open_issues: found.open_issues,
    open_issues_count: found.open_issues,
    is_template: false,
    topics: found.topics,
    has_issues: found.has_issues,
    has_projects: false,
    has_wiki: found.has_wiki,
    has_pages: false,
    has_downloads: false,
    archived: found.archived,
    disabled: false,
    visibility: repository.private === 1 ? 'private' : 'public',
    pushed_at: repository.pushed_at,
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    permissions: {
      admin: viewer !== null && accounts.mayAdminister(viewer, owner.id),
      push: viewer !== null && accounts.mayUse(viewer, owner.id),
      pull: viewer !== null && (repository.private === 0 || accounts.mayUse(viewer, owner.id)),
    },
    allow_rebase_merge: true,
    template_repository: null,
    temp_clone_token: '',
    allow_squash_merge: true,
    delete_branch_on_merge: false,
    allow_merge_commit: true,
    subscribers_count: 0,
    network_count: 0,
    license: representLicense(found.license),
    locked_by: representLock(base, repository),
  };
}

function representLicense(spdx: string | null): Repository['license'] {
  if (spdx === null) return null;
  const isKnown = spdx !== 'NOASSERTION';
  const key = isKnown ? spdx.toLowerCase() : 'other';
  return {
    ...{ key, name: licenseName(spdx), spdx_id: spdx, url: null },
    node_id: Buffer.from(`07:License${key}`).toString('base64'),
  };
}

function representLock(base: string, repository: RepositoryRow): Repository['locked_by'] {
  const { locking_migration, locking_owner, locking_owner_type, name } = repository;
  if (locking_migration === null || locking_owner === null || locking_owner_type === null) return null;
  const lock = { migration_id: locking_migration, migration_owner: locking_owner, name };
  return {
    migration_id: locking_migration,
    owner: locking_owner,
    unlock_url: base + unlockPath({ ...lock, migration_owner_type: locking_owner_type }),
  };
}
