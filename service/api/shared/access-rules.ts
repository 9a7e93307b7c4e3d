/** Who may call which operation, and with which scopes a token may: one row a group, the first that fits counts. */

export interface AccessRule {
  /**
   * - `public`: no Authorization header is read
   * - `anybody`: with or without an account
   * - `account`: a password, or a token with one of the scopes
   * - `password`: tokens are refused (service.md "Authentication", rule 1)
   */
  who: 'public' | 'anybody' | 'account' | 'password';
  /** Scopes of which a token needs one; none: any token will do. */
  scopes: readonly string[];
  /** A one-time password is needed where the account has two factors (service.md, rule 2). */
  oneTime: boolean;
  /** In the window the password must have been given in the last minutes. */
  confirm: boolean;
}

type Row = [methods: string, path: RegExp, rule: Partial<AccessRule> & Pick<AccessRule, 'who'>];

const REPOSITORY_SCOPES = ['public_repo', 'repo'];

const ROWS: readonly Row[] = [
  ['*', /^\/(setup|session|openapi\.json)$/, { who: 'public' }],
  // The signature in the address is what counts; clients that follow a redirect send their credentials along.
  ['GET', /^\/archives\//, { who: 'public' }],
  ['GET', /^\/rate_limit$/, { who: 'anybody' }],

  ['POST', /^\/authorizations$/, { who: 'password', oneTime: true, confirm: true }],
  ['PUT', /^\/authorizations\/clients\//, { who: 'password', oneTime: true, confirm: true }],
  // `PATCH /authorizations` does not exist; @octokit/auth-basic asks it for the challenge, then for 404.
  ['PATCH', /^\/authorizations(\/[^/]+)?$/, { who: 'password', oneTime: true, confirm: true }],
  ['POST', /^\/authorizations\/[^/]+\/regenerate$/, { who: 'password', oneTime: true, confirm: true }],
  ['*', /^\/(authorizations|applications\/grants)(\/|$)/, { who: 'password', confirm: true }],
  ['*', /^\/user\/two_factor$/, { who: 'password', confirm: true }],

  ['GET', /^\/applications$/, { who: 'account', scopes: ['read:user', 'user'], confirm: true }],
  ['*', /^\/applications(\/|$)/, { who: 'account', scopes: ['user'], confirm: true }],

  ['*', /^\/remembered_credentials(\/|$)/, { who: 'account', scopes: ['user'] }],
  [
    '*',
    /^\/(settings|admin\/users|inspections|restores|ssh_host_keys)(\/|$)/,
    { who: 'account', scopes: ['site_admin'] },
  ],
  ['*', /^\/repos\/[^/]+\/[^/]+\/hooks(\/|$)/, { who: 'account', scopes: ['admin:repo_hook', 'repo'] }],
  ['*', /^\/orgs\/[^/]+\/hooks(\/|$)/, { who: 'account', scopes: ['admin:org_hook'] }],
  ['GET', /^\/user\/orgs$/, { who: 'account', scopes: ['read:org', 'user'] }],
  ['*', /^\/orgs\/[^/]+\/repos$/, { who: 'account', scopes: REPOSITORY_SCOPES }],
  ['*', /^\/orgs\/[^/]+\/migrations(\/|$)/, { who: 'account', scopes: ['admin:org', 'repo'] }],
  ['*', /^\/user\/migrations(\/|$)/, { who: 'account', scopes: ['repo'] }],
  ['GET', /^\/orgs\/[^/]+(\/members)?$/, { who: 'account', scopes: ['read:org', 'repo'] }],
  ['*', /^\/(admin\/organizations|orgs\/)/, { who: 'account', scopes: ['admin:org'] }],

  ['DELETE', /^\/repos\/[^/]+\/[^/]+$/, { who: 'account', scopes: ['delete_repo'] }],
  [
    '*',
    /^\/(repos\/|repository_sizes$|import_detections$|import_batches(\/|$)|import_surveys$|user\/repos$|user\/imports$)/,
    { who: 'account', scopes: REPOSITORY_SCOPES },
  ],
];

const ANY_ACCOUNT: AccessRule = { who: 'account', scopes: [], oneTime: false, confirm: false };

/** @param path below `/api/v3` */
export function accessRule(method: string, path: string): AccessRule {
  const asked = method === 'HEAD' ? 'GET' : method;
  const row = ROWS.find(([methods, pattern]) => (methods === '*' || methods === asked) && pattern.test(path));
  return row === undefined ? ANY_ACCOUNT : { ...ANY_ACCOUNT, ...row[2] };
}
