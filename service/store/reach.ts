/** How far the sender of a request reaches into what its account may see; tokens may reach less far than passwords. */
export interface Reach {
  /** Private repositories too. */
  private: boolean;
  /** Organizations that enforce single sign-on too: all of them (true), or those with these ids. */
  singleSignOn: true | readonly number[];
}

/** What the sender of a request may do beyond what its account may. */
export interface Authority extends Reach {
  /** Whether folders of this machine may be named, where the account owns the installation. */
  folders: boolean;
}

/** Condition on repositories `r` with their owners `a`; takes the parameters of `reachParameters`. */
export const WITHIN_REACH = `(@private = 1 OR r.private = 0) AND ${signedOn('a')}`;

/** Condition on an account by its alias; takes the parameters of `reachParameters`. */
export function signedOn(account: string): string {
  return `(${account}.saml_enforced = 0 OR @singleSignOn = 'all' OR ${account}.id IN (SELECT value FROM json_each(CASE @singleSignOn WHEN 'all' THEN '[]' ELSE @singleSignOn END)))`;
}

export function reachParameters(reach: Reach): { private: 0 | 1; singleSignOn: string } {
  const { singleSignOn } = reach;
  return { private: reach.private ? 1 : 0, singleSignOn: singleSignOn === true ? 'all' : JSON.stringify(singleSignOn) };
}
