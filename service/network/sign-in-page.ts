import { Failure } from '../failures/failure.ts';

/** Pages to which hosts send who may not see a repository: GitLab's, Gitea's, Bitbucket's, those of single sign-on. */
const SIGNS_IN = /[/.](?:sign_?in|login|sso|saml|oauth2?|adfs|authorize)(?:[/.?#]|$)/i;

/**
 * Of a server that led on to a page where a person signs in: no login was asked for, and none was told.
 * @param reached where it led; of its query nothing is told, which may hold what lets somebody in
 * @returns null where it is no such page
 */
export function signInPage(url: string, reached: string, detail: string): Failure | null {
  if (!SIGNS_IN.test(reached) || !URL.canParse(reached)) return null;
  const { origin, pathname } = new URL(reached);
  // Subversion tells a query as part of the path.
  const page = origin + pathname.replace(/%3f.*/i, '');
  return Failure.of('credentials.sign_in_page', { url, page }, detail);
}
