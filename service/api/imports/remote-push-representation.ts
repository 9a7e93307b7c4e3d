/** Pushes and remotes as the API sends them. */
import { sentenceFor, spoken } from '../../failures/language.ts';
import type { Standing } from '../../remote-pushes/standing.ts';
import { readAddress } from '../../sources/address.ts';
import type { NamedPushRow } from '../../store/remote-pushes.ts';
import type { RemoteRow } from '../../store/remotes.ts';
import type { RepositoryRow } from '../../store/repositories.ts';
import { repositoryUrl } from '../shared/links.ts';
import type { Remote, RemotePush } from './remote-push-schemas.ts';

/** @param base `<origin>/api/v3` */
export function representPush(base: string, row: NamedPushRow): RemotePush {
  const { id, owner, repo, remote_url, status, percent, status_text, unknown_host, too, created_at, ended_at } = row;
  return {
    ...{ id, owner, repo, remote_url, status, percent, unknown_host, created_at, ended_at },
    status_text: spoken(status_text),
    message: row.failure === null ? null : sentenceFor(row.failure, 'push'),
    failure: row.failure?.key ?? null,
    target: shownTarget(row.target),
    notes: too.notes,
    deleted: too.deleted,
    url: `${repositoryUrl(base, owner, repo)}/remote_pushes/${id}`,
  };
}

function shownTarget(target: NamedPushRow['target']): RemotePush['target'] {
  if (target === null) return null;
  const { seen: _ours, ...shown } = target;
  return shown;
}

/** @param base `<origin>/api/v3` */
export function representRemote(
  base: string,
  repository: RepositoryRow,
  row: RemoteRow,
  { state, refs_behind, commits_behind, commits_pushed }: Standing,
): Remote {
  const { id, remote_url, pushed_at, notes, deleted, push_after_update, refs_count } = row;
  return {
    ...{ id, remote_url, host: hostOf(remote_url), pushed_at, notes, deleted, push_after_update },
    ...{ state, refs_pushed: refs_count, commits_pushed, refs_behind, commits_behind },
    url: `${repositoryUrl(base, repository.owner, repository.name)}/remotes/${id}`,
  };
}

function hostOf(url: string): string | null {
  const { scheme } = readAddress(url);
  if (scheme === 'path' || scheme === 'file') return null;
  const [, authority] =
    /^[^:/]+:\/\/(?:[^@/]*@)?([^/]+)/.exec(url) ?? /^(?:[^@]*@)?(\[[^\]]+\]|[^:]+):/.exec(url) ?? [];
  return authority ?? null;
}
