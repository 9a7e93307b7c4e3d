/** The scopes of tokens (facts.md, "Scope set (2020)"): what each allows and which others it holds. */
import { type Sentence, say } from '../../language/sentence.ts';

export interface Scope {
  name: string;
  description: Sentence;
  /** The scope that holds this one, or null. */
  parent: string | null;
}

const scope = (name: string, description: Sentence, parent: string | null = null): Scope => ({
  name,
  description,
  parent,
});

export const SCOPES: readonly Scope[] = [
  scope('repo', say('Full control of repositories, their imports included')),
  scope('repo:status', say('Read and write commit statuses'), 'repo'),
  scope('repo_deployment', say('Read and write deployment statuses'), 'repo'),
  scope('public_repo', say('Full control of public repositories only'), 'repo'),
  scope('repo:invite', say('Accept and decline invitations to repositories'), 'repo'),
  scope('security_events', say('Read and write security events'), 'repo'),
  scope('workflow', say('Change workflow files')),
  scope('write:packages', say('Upload packages')),
  scope('read:packages', say('Download packages'), 'write:packages'),
  scope('delete:packages', say('Delete packages')),
  scope('admin:org', say('Full control of organizations, their teams and migrations')),
  scope('write:org', say('Change memberships of organizations'), 'admin:org'),
  scope('read:org', say('Read organizations and memberships'), 'write:org'),
  scope('admin:public_key', say('Full control of public keys')),
  scope('write:public_key', say('Add public keys'), 'admin:public_key'),
  scope('read:public_key', say('Read public keys'), 'write:public_key'),
  scope('admin:repo_hook', say('Full control of repository webhooks')),
  scope('write:repo_hook', say('Change repository webhooks'), 'admin:repo_hook'),
  scope('read:repo_hook', say('Read repository webhooks'), 'write:repo_hook'),
  scope('admin:org_hook', say('Full control of organization webhooks')),
  scope('gist', say('Create gists')),
  scope('notifications', say('Read notifications')),
  scope('user', say('Change the account’s profile')),
  scope('read:user', say('Read the account’s profile'), 'user'),
  scope('user:email', say('Read the account’s e-mail addresses'), 'user'),
  scope('user:follow', say('Follow and unfollow people'), 'user'),
  scope('delete_repo', say('Delete repositories')),
  scope('write:discussion', say('Read and write team discussions')),
  scope('read:discussion', say('Read team discussions'), 'write:discussion'),
  scope('admin:gpg_key', say('Full control of GPG keys')),
  scope('write:gpg_key', say('Add GPG keys'), 'admin:gpg_key'),
  scope('read:gpg_key', say('Read GPG keys'), 'write:gpg_key'),
  scope('site_admin', say('Owner operations of this installation')),
  // In no other scope: paths are no repositories of anybody's, and what lies there is the machine's owner's.
  scope('local_folders', say('Name folders of this machine as sources and targets; owners of the installation only')),
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
