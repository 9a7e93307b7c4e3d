/** The page of an address below which a web server has Subversion repositories, and which is none itself. */
import { readPage } from '../read-page.ts';
import type { SvnAccess } from './svn-tool.ts';

/**
 * Asks for the list that mod_dav_svn makes of a `SVNParentPath` with `SVNListParentPath on` (`deliver` in its repos.c: a title and
 * an entry a repository, in XML where `SVNIndexXSLT` names a style sheet). svn itself is answered with 500 there.
 * @returns addresses of the repositories that whoever asks may read; null where it is no such page
 */
export async function repositoriesAt(url: string, access: SvnAccess): Promise<string[] | null> {
  if (!/^https?:/i.test(url)) return null;
  const at = new URL(`${url}/`);
  return listed(await readPage(at, access), at);
}

function listed(page: string, at: URL): string[] | null {
  if (!page.includes('Collection of Repositories')) return null;
  const links = [...page.matchAll(/<(?:li><a|dir)\b[^<>]*\bhref="([^"]+)\/"/g)].map(([, href = '']) => href);
  const named = links.filter((href) => URL.canParse(href, at.href)).map((href) => new URL(href, at));
  // What a page leads to elsewhere is none of this server's.
  return named.filter(({ origin }) => origin === at.origin).map(({ href }) => href);
}
