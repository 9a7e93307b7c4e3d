/** Looks at an address: is it Subversion, which projects, branches and tags are there. */

import { dataOf, Failure } from '../../failures/failure.ts';
import { isNameAlone } from '../../vocabulary/credentials.ts';
import type { ProjectChoice } from '../../vocabulary/history.ts';
import { conventionalLayout, singleBranchLayout } from '../folders/layout/conventional.ts';
import type { ProbeResult } from '../source.ts';
import { repositoriesAt } from './repository-list.ts';
import { svnInfo } from './svn-info.ts';
import { below, type SvnAccess, svnFolders, svnUrl } from './svn-tool.ts';

/** Folders of the root that are looked into for projects. */
const MAX_PROJECT_FOLDERS = 200;

/** What mod_dav_svn says of the folder that its repositories lie in. */
const NO_REPOSITORY = /E175002: Unexpected (?:server error|HTTP status) 500/;
/** mod_dav_svn told what it is, and its youngest revision, before it forbade the folder (its places of its own: mod_dav_svn.h, `special_uri`). */
const REVISION_FORBIDDEN = /E175013: Access to '[^'\n]*\/!svn\//;
/** Repositories named in a message; the rest is counted. */
const NAMED = 5;

/** What the choice to import everything is called. */
export const WHOLE_REPOSITORY = 'The whole repository';

export async function probeSubversion(address: string, access: SvnAccess): Promise<ProbeResult> {
  const asked = svnUrl(address);
  if (asked === null) return { kind: 'nothing', failure: dataOf(Failure.of('subversion.no_address', { address })) };
  try {
    const info = await svnInfo(access, asked);
    const url = info.redirectedTo ?? asked;
    const [top = []] = await svnFolders(access, [url]);
    const layout = conventionalLayout(info.folder, top);
    const found = {
      kind: 'found' as const,
      vcs: 'subversion' as const,
      root_url: info.rootUrl,
      uuid: info.uuid,
      revision_count: info.youngest,
      empty: info.youngest === 0,
      redirected_to: info.redirectedTo,
    };
    if (layout !== null) {
      const holders = [...layout.branches, ...layout.tags].map((pattern) => pattern.replace(/\/\*$/, ''));
      const present = holders.filter((holder) => top.includes(holder));
      const lists = await svnFolders(
        access,
        present.map((holder) => below(url, holder)),
      );
      const names = (patterns: string[]) =>
        patterns.flatMap((pattern) => lists[present.indexOf(pattern.replace(/\/\*$/, ''))] ?? []);
      return {
        ...found,
        branches: [layout.default_branch, ...names(layout.branches)],
        tags: names(layout.tags),
        layout,
        project_choices: [],
      };
    }
    const candidates = top.slice(0, MAX_PROJECT_FOLDERS);
    const inside = await svnFolders(
      access,
      candidates.map((folder) => below(url, folder)),
    );
    const projects = candidates.filter((_, i) => conventionalLayout('', inside[i] ?? []) !== null);
    const prefix = info.folder === '' ? '' : `${info.folder}/`;
    const choice = (root: string, name: string): ProjectChoice => ({
      vcs: 'subversion',
      human_name: name,
      svn_root: root,
      tfvc_project: root,
    });
    const single = singleBranchLayout(info.folder);
    return {
      ...found,
      branches: [single.default_branch],
      tags: [],
      layout:
        projects.length === 1 && top.length === 1
          ? conventionalLayout(`${prefix}${projects[0]}`, inside[0] ?? [])
          : single,
      project_choices:
        projects.length > 1
          ? [...projects.map((name) => choice(`${prefix}${name}`, name)), choice(info.folder, WHOLE_REPOSITORY)]
          : [],
    };
  } catch (error) {
    const repositories =
      error instanceof Failure && NO_REPOSITORY.test(error.detail) ? await repositoriesAt(asked, access) : null;
    if (repositories?.length === 0) {
      return { kind: 'nothing', failure: dataOf(Failure.of('subversion.empty_list', { address })) };
    }
    if (repositories !== null) {
      const [named, more] = [repositories.slice(0, NAMED), Math.max(0, repositories.length - NAMED)];
      return {
        kind: 'nothing',
        failure: dataOf(Failure.of('subversion.is_list', { address, repositories: named, more })),
        repositories: repositories.map((url) => ({ url, vcs: 'subversion' })),
      };
    }
    return probeFailure(error, access);
  }
}

/** What says that the address named asks for no login itself. */
const UNTOLD = new Set(['source.redirected', 'credentials.sign_in_page']);

/** What is refused to somebody who gave no login, which may not be what is missing, or may be for another address. */
function withoutLogin(error: Failure): Failure {
  if (error.parameters.isShut === true || UNTOLD.has(error.key)) return error;
  if (error.key !== 'subversion.forbidden' || !REVISION_FORBIDDEN.test(error.detail))
    return Failure.of('subversion.login_needed', {});
  const { address } = error.parameters;
  return Failure.of('subversion.forbidden', { address: String(address), isNobody: true }, error.detail);
}

function probeFailure(error: unknown, access: SvnAccess): ProbeResult {
  if (!(error instanceof Failure)) throw error;
  // A name alone, as addresses have it that are copied from a host's page.
  const hasLogin = access.credentials !== null && !isNameAlone(access.credentials);
  const { address } = error.parameters;
  // The key said who somebody is, and svnserve asks nothing more.
  if (error.key === 'subversion.forbidden' && String(address).startsWith('svn+ssh:'))
    throw Failure.of('subversion.account_forbidden', { address: String(address) }, error.detail);
  switch (error.kind) {
    case 'auth':
      return {
        kind: 'needs_auth',
        vcs: 'subversion',
        failure: dataOf(hasLogin ? error : withoutLogin(error)),
        wrong_credentials: hasLogin,
        is_certain: REVISION_FORBIDDEN.test(error.detail),
      };
    case 'not_found':
    case 'broken_source':
      return { kind: 'nothing', failure: dataOf(error) };
    default:
      throw error;
  }
}
