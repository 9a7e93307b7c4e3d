/** Servers that send their visitors on to another address. */
import { dataOf, Failure } from '../failures/failure.ts';
import { signInPage } from '../network/sign-in-page.ts';
import { InvalidAddress, readAddress } from './address.ts';

/**
 * Where a server sent a tool on to.
 * @param reached the address that the tool told; undefined when it told none
 * @returns free of a login; null when it is the address that was asked for, or none of HTTP
 */
export function redirectTarget(asked: string, reached: string | undefined): string | null {
  if (reached === undefined || !/^https?:\/\//i.test(asked) || !/^https?:\/\//i.test(reached)) return null;
  try {
    const { url } = readAddress(reached);
    return comparable(url) === comparable(asked) ? null : url.replace(/\/+$/, '');
  } catch (error) {
    if (error instanceof InvalidAddress) return null;
    throw error;
  }
}

/** A login is good for the server that it was given for, and for no other. */
export function sameServer(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** What says that no repository is where a server led: it may be a page to sign in. */
const OF_A_PAGE = new Set(['subversion.web_page', 'subversion.not_xml', 'mercurial.not_found']);

/** The failure of a look at an address, with where the server sent us on to. */
export function withRedirect(url: string, failure: Failure, target: string | null): Failure {
  if (target === null || failure.key === 'credentials.sign_in_page') return failure;
  const page = OF_A_PAGE.has(failure.key) ? signInPage(url, target, failure.detail) : null;
  if (page !== null) return page;
  return Failure.of('source.redirected', { failure: dataOf(failure), target }, failure.detail, failure.kind);
}

function comparable(url: string): string {
  const { origin, pathname } = new URL(url);
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // Not UTF-8: compared as it stands.
  }
  return origin + path.replace(/\/+$/, '');
}
