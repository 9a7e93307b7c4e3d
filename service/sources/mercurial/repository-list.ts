/** The page of an address below which hgweb has several repositories, and which is none itself. */
import { readPage } from '../read-page.ts';
import type { SourceContext } from '../source.ts';

/**
 * Asks for the list that hgweb makes of a folder (`hgweb/hgwebdir_mod.py`): hg itself gets it as a page there. In the style `raw`
 * it is a path of the server a line, with a slash at both ends, which says the same whatever the pages look like.
 * @returns addresses of the repositories; none where it is no such list
 */
export async function repositoriesAt(
  url: string,
  access: Pick<SourceContext, 'credentials' | 'signal'>,
): Promise<string[]> {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return [];
  const at = new URL(url);
  at.pathname = at.pathname.replace(/\/*$/, '/');
  at.search = '?style=raw';
  const lines = (await readPage(at, access)).split(/\r?\n/).filter((line) => line !== '');
  if (!lines.every((line) => /^\/(?:.*\/)?$/.test(line))) return [];
  return lines.map((path) => at.origin + path.split('/').map(encodeURIComponent).join('/').replace(/\/$/, ''));
}
