/** Addresses as a browser has them: of a page about a repository instead of the repository. */

/**
 * What stands behind a repository's address in those of its pages, where nothing else may be called so: `-` GitLab, `tree` and the
 * like GitHub, `src` Bitbucket and Gitea, `browse` and `+` Gitiles and others, `shortlog` and the like hgweb.
 */
const PAGES =
  /^(?:-|\+|tree|blob|raw|blame|edit|commits?|compare|branches|tags?|releases|src|browse|file|annotate|rev|changeset|shortlog|log|graph|summary|issues|pulls?|merge_requests|wiki|actions|settings)$/;
/** Segments of an address that may be an owner and a repository: what stands there is no page. */
const NAMES = 1;

/**
 * Where the repository of a page may be, the likeliest first.
 * @returns none for addresses that say nothing but a place
 */
export function repositoriesOfPage(address: string): string[] {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return [];
  const url = new URL(address);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const page = segments.findIndex((segment, index) => index > NAMES && PAGES.test(segment));
  const places = [page < 0 ? segments : segments.slice(0, page), segments].map((kept) =>
    [url.origin, ...kept].join('/'),
  );
  return [...new Set(places)].filter((place) => place !== address.replace(/\/+$/, ''));
}
