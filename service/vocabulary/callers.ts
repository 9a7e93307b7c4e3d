/** Who stands behind a request, as those who bring it to the API know. */

/** Somebody whom the caller of `service.fetch` vouches for: the window's session. Never taken from a request. */
export interface TrustedIdentity {
  login: string;
  /** When the password was last given in this session, in milliseconds since 1970; null when it was not. */
  confirmedAt?: number | null;
}

/** Where a request over the network comes from. */
export interface Sender {
  /** That of a network where one sender may have all of it: the loopback's, and those of IPv6. */
  address: string;
  /** What addresses begin with that the caller was reached at: `http://127.0.0.1:<port>`, or `https://<name>` behind a proxy. */
  origin?: string;
  /** Whether it came by the name of a proxy, and not from this machine. */
  isPublished?: boolean;
  /** Set by the API: the login that the request turned out to be of. */
  login?: string;
}
