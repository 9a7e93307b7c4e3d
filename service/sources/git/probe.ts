import { asFailure } from '../../failures/as-failure.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import { readPage } from '../read-page.ts';
import { sameServer } from '../redirects.ts';
import { readRemoteRefs } from '../remote-refs.ts';
import type { ProbeContext, ProbeResult } from '../source.ts';
import { gitFoldersOf, isPlainFile } from './git-folder.ts';
import { isHidden } from './hidden-refs.ts';
import { requireFiles } from './own-files.ts';

/** Hex digits of an object id by SHA-256. */
const LONG_ID = 64;

/**
 * Looks at an address by `git ls-remote`. Of a brief look no names are kept: there may be hundreds of thousands.
 * @throws Failure, for ids by SHA-256 too
 */
export async function probe(url: string, context: ProbeContext): Promise<ProbeResult> {
  // Nobody is asked: git would look for a program of its own that is called by the scheme.
  if (/^svn(?:\+ssh)?:/i.test(url)) return { kind: 'nothing', failure: dataOf(Failure.of('git.no_address', { url })) };
  await requireFiles(url);
  const branches: string[] = [];
  const tags: string[] = [];
  const places: [string, string[]][] = [
    ['refs/heads/', branches],
    ['refs/tags/', tags],
  ];
  let empty = true;
  let isLong = false;
  const asked = readRemoteRefs(url, context, (name, oid) => {
    isLong ||= oid.length === LONG_ID;
    empty = false;
    if (isHidden(name)) return;
    if (context.brief === true) return;
    for (const [prefix, names] of places) if (name.startsWith(prefix)) names.push(name.slice(prefix.length));
  });
  const { redirectedTo, head, headBranch } = await asked.catch((error) => {
    const [folder] = gitFoldersOf(url);
    if (folder === undefined || asFailure(error).kind !== 'not_found') throw error;
    throw Failure.of('git.folder_damaged', { folder }, asFailure(error).detail);
  });
  // A branch that HEAD is and that is not shown: `transfer.hideRefs`, `uploadpack.hideRefs` (git-config(1)).
  if (empty && head !== null && headBranch !== null) throw Failure.of('git.refs_hidden', { url, branch: headBranch });
  // There is a history, and nothing that it could be imported by: a HEAD that is detached, or `git bundle create <file> HEAD`.
  if (empty && head !== null) throw Failure.of(isPlainFile(url) ? 'git.bundle_only_head' : 'git.only_head', { url });
  if (empty && (await isWebPage(redirectedTo ?? url, url, context))) throw Failure.of('git.web_page', { url });
  // Git makes no bundle of nothing: the list of refs at its beginning is cut off.
  if (empty && isPlainFile(url)) throw Failure.of('git.bundle_damaged', { url });
  if (isLong) throw Failure.of('git.sha256', {});
  return {
    kind: 'found',
    vcs: 'git',
    root_url: url,
    uuid: null,
    revision_count: null,
    branches,
    tags,
    layout: null,
    project_choices: [],
    empty,
    redirected_to: redirectedTo,
  };
}

/** Whether a page for people stands where the refs would: git reads no refs in it, and says nothing of it (remote-curl.c, `parse_info_refs`). */
async function isWebPage(reached: string, url: string, context: ProbeContext): Promise<boolean> {
  if (!/^https?:/i.test(reached) || !URL.canParse(reached)) return false;
  const at = new URL(reached);
  at.pathname = `${at.pathname.replace(/\/*$/, '')}/info/refs`;
  at.search = '?service=git-upload-pack';
  const credentials = reached === url || sameServer(reached, url) ? context.credentials : null;
  return /^\s*<(?:!doctype html|html)\b/i.test(await readPage(at, { credentials, signal: context.signal }));
}
