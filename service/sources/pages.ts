/** Addresses as a browser has them: of a page about a repository instead of the repository. */

/**
 * What stands behind a repository's address in those of its pages, where nothing else may be called so: `-` GitLab, `tree` and the
 * like GitHub, `src` and `pull-requests` Bitbucket, `src` and `activity` Gitea, `pullrequest` and `pushes` Azure DevOps, `browse` and
 * `+` Gitiles and others, `shortlog` and the like hgweb, `files` and `changelog` RhodeCode and Kallithea.
 */
const PAGES =
  /^(?:-|\+|tree|blob|raw|blame|edit|commits?|compare|branches|tags?|releases|src|browse|file|annotate|rev|changeset|shortlog|log|graph|summary|issues|pulls?|pull-?requests?|merge_requests|wiki|actions|settings|discussions|security|network|pulse|graphs|archive|activity|pushes|pipelines|downloads|files|changelog)$/;
/** Where hosts keep the repository of a page that has another address; the likeliest first. */
const ELSEWHERE: readonly (readonly [RegExp, readonly string[]])[] = [
  // sourceforge.net: what a project has there is of one of three systems.
  [
    /^https?:\/\/sourceforge\.net\/p\/([^/?#]+)\/([^/?#]+)/,
    ['https://svn.code.sf.net/p/$1/$2', 'https://git.code.sf.net/p/$1/$2', 'http://hg.code.sf.net/p/$1/$2'],
  ],
  // Bitbucket Server, also below a path.
  [/^(https?:\/\/[^?#]+?)\/projects\/([^/?#]+)\/repos\/([^/?#]+)/, ['$1/scm/$2/$3.git']],
  [/^(https?:\/\/[^?#]+?)\/users\/([^/?#]+)\/repos\/([^/?#]+)/, ['$1/scm/~$2/$3.git']],
  // Gitiles, alone and beside Gerrit.
  [/^(https?:\/\/[^/?#]+)\/(?:plugins\/gitiles\/)?([^?#]+?)\/\+/, ['$1/$2']],
  // gitweb names it in the query; where it lies is each server's own matter. A number is a revision of Subversion's.
  [/^(https?:\/\/[^/?#]+)[^?#]*\?(?:[^#]*[;&])?p=(?!\d+(?:[;&#]|$))([^;&#]+)/, ['$1/$2', '$1/git/$2']],
  [/^(https?:\/\/[^?#]+?)\/_(?:versionControl|sourceControl)\b/, ['$1']],
  // hgweb of one folder.
  [
    /^(https?:\/\/[^/?#]+\/[^/?#]+)\/(?:shortlog|graph|summary|(?:file|rev|changeset|annotate|raw-file|log)\/[^?#]+)/,
    ['$1'],
  ],
];
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
  const told = ELSEWHERE.flatMap(([pattern, places]) => {
    const [found] = pattern.exec(address) ?? [];
    return found === undefined ? [] : places.map((place) => found.replace(pattern, place));
  });
  const places = [page < 0 ? segments : segments.slice(0, page), segments].map((kept) =>
    [url.origin, ...kept].join('/'),
  );
  return [...new Set([...told, ...places])].filter((place) => place !== address.replace(/\/+$/, ''));
}
