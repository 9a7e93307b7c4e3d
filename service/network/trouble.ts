/** What can go wrong between here and a server: which part of the way it was. */

import type { TroubleParameters } from '../failures/catalogue/network.ts';
import { Failure } from '../failures/failure.ts';

/** A part of the way, in the order in which they are gone. */
export type Hop = 'name' | 'proxy' | 'connection' | 'certificate' | 'login' | 'answer';

/** Whether asking again may help. */
const PASSING = true;
const LASTING = false;

/** Every fact: its part of the way, and whether asking again may help. Its sentence is `network.<fact>` in the catalogue. */
const FACTS = {
  name_not_found: ['name', LASTING],
  name_not_answered: ['name', PASSING],
  connection_refused: ['connection', PASSING],
  no_route: ['connection', PASSING],
  connect_timeout: ['connection', PASSING],
  connection_broke: ['connection', PASSING],
  silent: ['answer', PASSING],
  no_first_byte: ['answer', PASSING],
  bad_answer: ['answer', PASSING],
  bad_packing: ['answer', PASSING],
  too_many_redirects: ['answer', LASTING],
  unsafe_redirect: ['answer', LASTING],
  proxy_address: ['proxy', LASTING],
  proxy_kind: ['proxy', LASTING],
  proxy_not_found: ['proxy', LASTING],
  proxy_unreachable: ['proxy', PASSING],
  proxy_login_wanted: ['proxy', LASTING],
  proxy_login_refused: ['proxy', LASTING],
  proxy_refused: ['proxy', LASTING],
  proxy_gateway: ['proxy', PASSING],
  proxy_closed: ['proxy', PASSING],
  proxy_certificate: ['proxy', LASTING],
  certificate_unknown: ['certificate', LASTING],
  certificate_expired: ['certificate', LASTING],
  certificate_name: ['certificate', LASTING],
  certificate_refused: ['certificate', LASTING],
  certificate_unverified: ['certificate', LASTING],
  tls_failed: ['certificate', LASTING],
  no_tls: ['certificate', LASTING],
  https_wanted: ['answer', LASTING],
  client_certificate_wanted: ['certificate', LASTING],
  client_certificate_refused: ['certificate', LASTING],
  file_unreadable: ['certificate', LASTING],
} as const satisfies Record<string, readonly [Hop, boolean]>;

export type NetworkFact = keyof typeof FACTS;

/** Something between us and an answer. Its sentence is free of secrets. */
export class NetworkTrouble extends Failure {
  readonly fact: NetworkFact;
  readonly hop: Hop;
  /** Whether asking again may help. */
  readonly passing: boolean;

  constructor(fact: NetworkFact, parameters: TroubleParameters, cause?: unknown) {
    const [hop, passing] = FACTS[fact];
    // `detail` has the code and words of the system, for the log: `ECONNRESET read ECONNRESET`.
    super(Failure.of(`network.${fact}`, parameters, cause === undefined ? fact : detailOf(cause)));
    this.name = 'NetworkTrouble';
    this.fact = fact;
    this.hop = hop;
    this.passing = passing;
  }
}

function detailOf(cause: unknown): string {
  const code = codeOf(cause);
  const words = cause instanceof Error ? cause.message : String(cause);
  return (code === '' ? words : `${code} ${words}`).slice(0, 500);
}

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
