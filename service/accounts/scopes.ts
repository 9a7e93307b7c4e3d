/** The scopes of tokens (facts.md, "Scope set (2020)"): what each allows and which others it holds. */

export interface Scope {
  name: string;
  description: string;
  /** The scope that holds this one, or null. */
  parent: string | null;
}

const scope = (name: string, description: string, parent: string | null = null): Scope => ({
  name,
  description,
  parent,
});

export const SCOPES: readonly Scope[] = [
  scope('repo', 'Full control of repositories, their imports included'),
  scope('repo:status', 'Read and write commit statuses', 'repo'),
  scope('repo_deployment', 'Read and write deployment statuses', 'repo'),
  scope('public_repo', 'Full control of public repositories only', 'repo'),
  scope('repo:invite', 'Accept and decline invitations to repositories', 'repo'),
  scope('security_events', 'Read and write security events', 'repo'),
  scope('workflow', 'Change workflow files'),
  scope('write:packages', 'Upload packages'),
  scope('read:packages', 'Download packages', 'write:packages'),
  scope('delete:packages', 'Delete packages'),
  scope('admin:org', 'Full control of organizations, their teams and migrations'),
  scope('write:org', 'Change memberships of organizations', 'admin:org'),
  scope('read:org', 'Read organizations and memberships', 'write:org'),
  scope('admin:public_key', 'Full control of public keys'),
  scope('write:public_key', 'Add public keys', 'admin:public_key'),
  scope('read:public_key', 'Read public keys', 'write:public_key'),
  scope('admin:repo_hook', 'Full control of repository webhooks'),
  scope('write:repo_hook', 'Change repository webhooks', 'admin:repo_hook'),
  scope('read:repo_hook', 'Read repository webhooks', 'write:repo_hook'),
  scope('admin:org_hook', 'Full control of organization webhooks'),
  scope('gist', 'Create gists'),
  scope('notifications', 'Read notifications'),
  scope('user', 'Change the account’s profile'),
  scope('read:user', 'Read the account’s profile', 'user'),
  scope('user:email', 'Read the account’s e-mail addresses', 'user'),
  scope('user:follow', 'Follow and unfollow people', 'user'),
  scope('delete_repo', 'Delete repositories'),
  scope('write:discussion', 'Read and write team discussions'),
  scope('read:discussion', 'Read team discussions', 'write:discussion'),
  scope('admin:gpg_key', 'Full control of GPG keys'),
  scope('write:gpg_key', 'Add GPG keys', 'admin:gpg_key'),
  scope('read:gpg_key', 'Read GPG keys', 'write:gpg_key'),
  scope('site_admin', 'Owner operations of this installation'),
  // In no other scope: paths are no repositories of anybody's, and what lies there is the machine's owner's.
  scope('local_folders', 'Name folders of this machine as sources and targets; owners of the installation only'),
];

const byName = new Map(SCOPES.map((scope) => [scope.name, scope]));

export function isScope(name: string): boolean {
  return byName.has(name);
}

/** Whether a token with `held` scopes may do what needs `wanted`. */
export function allows(held: readonly string[], wanted: string): boolean {
  for (let name: string | null = wanted; name !== null; name = byName.get(name)?.parent ?? null) {
    if (held.includes(name)) return true;
  }
  return false;
}

/** Without doubles and without what another scope of the list implies; sorted. */
export function normaliseScopes(scopes: readonly string[]): string[] {
  const all = [...new Set(scopes)];
  return all
    .filter(
      (name) =>
        !allows(
          all.filter((other) => other !== name),
          name,
        ),
    )
    .sort();
}
