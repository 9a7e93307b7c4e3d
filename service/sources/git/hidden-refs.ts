/**
 * Refs that hosts keep beside branches and tags: pull requests (GitHub, Gitea, Bitbucket Server, Azure),
 * merge requests, pipelines, environments and kept commits (GitLab), changes (Gerrit), backups of
 * rewriting tools, remote-tracking branches of mirrors of clones.
 */
const HIDDEN = [
  'refs/pull/',
  'refs/pull-requests/',
  'refs/merge-requests/',
  'refs/changes/',
  'refs/cache-automerge/',
  'refs/pipelines/',
  'refs/keep-around/',
  'refs/environments/',
  'refs/remotes/',
  'refs/original/',
  'refs/replace/',
  'refs/meta/',
  'refs/users/',
  'refs/starred-changes/',
  'refs/sequences/',
  'refs/stash',
  'refs/__gitea__/',
  'refs/for/',
  'refs/gantry/',
];

/** Whether a ref is left out unless somebody asks for it. */
export function isHidden(name: string): boolean {
  return HIDDEN.some((prefix) => (prefix.endsWith('/') ? name.startsWith(prefix) : name === prefix));
}

/** `--exclude` patterns of all hidden refs, for `git log` and `git rev-list` before `--glob=refs/*` (not `--all`, which adds HEAD). */
export const HIDDEN_EXCLUDES: readonly string[] = HIDDEN.map(
  (prefix) => `--exclude=${prefix.endsWith('/') ? `${prefix}*` : prefix}`,
);
