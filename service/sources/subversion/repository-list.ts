/** The page of an address below which a web server has Subversion repositories, and which is none itself. */
import { bytesOf } from '../../network/client.ts';
import { exchange } from '../../network/exchange.ts';
import type { SvnAccess } from './svn-tool.ts';

/** The server is there: it just answered svn. In milliseconds. */
const ASKED_MS = 10_000;
/** Bytes of the page that are read. */
const LONGEST = 1 << 20;
const OK = 200;

/**
 * Asks for the list that mod_dav_svn makes of a `SVNParentPath` with `SVNListParentPath on` (`deliver` in its repos.c: a title and
 * an entry a repository, in XML where `SVNIndexXSLT` names a style sheet). svn itself is answered with 500 there.
 * @returns addresses of the repositories; none where it is no such page
 */
export async function repositoriesAt(url: string, { credentials, signal }: SvnAccess): Promise<string[]> {
  if (!/^https?:/i.test(url)) return [];
  const at = new URL(`${url}/`);
  const login = credentials === null ? null : Buffer.from(`${credentials.username}:${credentials.password}`);
  try {
    const answer = await exchange({
      method: 'GET',
      url: at,
      headers: login === null ? {} : { authorization: `Basic ${login.toString('base64')}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(ASKED_MS)]),
    });
    const page = answer.status === OK ? (await bytesOf(answer, LONGEST, true)).toString('utf8') : '';
    answer.drop();
    return listed(page, at);
  } catch {
    signal.throwIfAborted();
    return [];
  }
}

function listed(page: string, at: URL): string[] {
  if (!page.includes('Collection of Repositories')) return [];
  const links = [...page.matchAll(/<(?:li><a|dir)\b[^<>]*\bhref="([^"]+)\/"/g)].map(([, href = '']) => href);
  return links.filter((href) => URL.canParse(href, at.href)).map((href) => new URL(href, at).href);
}
