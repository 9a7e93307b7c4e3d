/** How far the sender of a request reaches into what its account may see; tokens may reach less far than passwords. */
export interface Reach {
  /** Private repositories too. */
  private: boolean;
  /** Organizations that enforce single sign-on too. */
  singleSignOn: boolean;
}

/** What the sender of a request may do beyond what its account may. */
export interface Authority extends Reach {
  /** Whether folders of this machine may be named, where the account owns the installation. */
  folders: boolean;
}

/** Condition on repositories `r` with their owners `a`; takes the parameters of `reachParameters`. */
export const WITHIN_REACH = '(@private = 1 OR r.private = 0) AND (@singleSignOn = 1 OR a.saml_enforced = 0)';

export function reachParameters(reach: Reach): { private: 0 | 1; singleSignOn: 0 | 1 } {
  return { private: reach.private ? 1 : 0, singleSignOn: reach.singleSignOn ? 1 : 0 };
}
