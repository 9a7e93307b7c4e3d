/** What can go wrong between here and a server, as data: which part of the way it was, and a sentence for a person. */

/** A part of the way, in the order in which they are gone. */
export type Hop = 'name' | 'proxy' | 'connection' | 'certificate' | 'login' | 'answer';

export interface TroubleParameters {
  /** Of the server, with its port where that is not the usual one. */
  host: string;
  /** `http://host:port` of the proxy that was asked. */
  proxy?: string;
  /** Status of the proxy's answer. */
  status?: number;
  /** Name of the variable, or 'settings', that names the proxy. */
  from?: string;
  /** A file that a setting names. */
  file?: string;
  seconds?: number;
}

type Describe = (parameters: TroubleParameters) => string;

/** Whether asking again may help. */
const PASSING = true;
const LASTING = false;

const said = ({ from }: TroubleParameters) =>
  from === undefined || from === 'settings' ? 'in Settings, under Network' : `in the variable ${from}`;

/** Every fact: its part of the way, whether it may pass, and its sentences: what happened and what to do now. */
const FACTS = {
  name_not_found: [
    'name',
    LASTING,
    ({ host }) =>
      `The name ${host} was not found. Check the address; if only a proxy knows it, name the proxy in Settings, under Network.`,
  ],
  name_not_answered: [
    'name',
    PASSING,
    ({ host }) => `Nobody could say where ${host} is. Check that this machine is online and try again.`,
  ],
  connection_refused: [
    'connection',
    PASSING,
    ({ host }) => `${host} refused the connection. Check the port, and that the server runs.`,
  ],
  no_route: [
    'connection',
    PASSING,
    ({ host }) =>
      `There is no way to ${host} from here. Check the network, or name a proxy in Settings, under Network.`,
  ],
  connect_timeout: [
    'connection',
    PASSING,
    ({ host, seconds }) =>
      `${host} did not answer within ${seconds} seconds. Check the address and the network; where only a proxy gets out, name it in Settings, under Network.`,
  ],
  connection_broke: [
    'connection',
    PASSING,
    ({ host }) => `The connection to ${host} broke off. Try again; what has arrived is kept.`,
  ],
  silent: [
    'answer',
    PASSING,
    ({ host, seconds }) => `${host} was silent for ${seconds} seconds. Try again later, or ask who runs it.`,
  ],
  no_first_byte: [
    'answer',
    PASSING,
    ({ host, seconds }) =>
      `${host} took the request but did not begin to answer within ${seconds} seconds. Try again later, or ask who runs it.`,
  ],
  bad_answer: [
    'answer',
    PASSING,
    ({ host }) => `What ${host} sent is no answer of HTTP. Check the address and the port.`,
  ],
  too_many_redirects: [
    'answer',
    LASTING,
    ({ host }) => `${host} redirects in a circle. Check the address, or ask who runs the server.`,
  ],
  unsafe_redirect: [
    'answer',
    LASTING,
    ({ host }) =>
      `${host} leads from HTTPS to an address without it, and the login would go there for all to read. Use the https:// address that it should lead to.`,
  ],
  proxy_address: [
    'proxy',
    LASTING,
    (all) => `What is entered as the proxy ${said(all)} is no address. Write it as http://host:port, or use none.`,
  ],
  proxy_kind: [
    'proxy',
    LASTING,
    (all) =>
      `The proxy ${all.proxy}, entered ${said(all)}, is of a kind that cannot be used here. Name one that begins with http://, or choose "No proxy" in Settings, under Network.`,
  ],
  proxy_not_found: [
    'proxy',
    LASTING,
    (all) => `The name of the proxy ${all.proxy} was not found. Correct it ${said(all)}, or check the network.`,
  ],
  proxy_unreachable: [
    'proxy',
    PASSING,
    (all) =>
      `The proxy ${all.proxy} does not answer. Check its address and port ${said(all)}, and that you are in its network.`,
  ],
  proxy_login_wanted: [
    'proxy',
    LASTING,
    (all) => `The proxy ${all.proxy} asks for a user name and a password. Enter them in Settings, under Network.`,
  ],
  proxy_login_refused: [
    'proxy',
    LASTING,
    (all) => `The proxy ${all.proxy} refused the user name or the password. Enter them again ${said(all)}.`,
  ],
  proxy_refused: [
    'proxy',
    LASTING,
    ({ proxy, host, status }) =>
      `The proxy ${proxy} does not let anybody through to ${host} (${status}). Ask who runs the proxy, or except the host from it.`,
  ],
  proxy_gateway: [
    'proxy',
    PASSING,
    ({ proxy, host, status }) =>
      `The proxy ${proxy} could not reach ${host} (${status}). Check the address, or except the host from the proxy.`,
  ],
  proxy_certificate: [
    'proxy',
    LASTING,
    ({ proxy }) =>
      `The certificate of the proxy ${proxy} is not trusted. Name the file of its authority in Settings, under Network.`,
  ],
  certificate_unknown: [
    'certificate',
    LASTING,
    ({ host }) =>
      `The certificate of ${host} comes from an authority that this machine does not know. Name the file of your authority in Settings, under Network, or have it installed on this machine.`,
  ],
  certificate_expired: [
    'certificate',
    LASTING,
    ({ host }) =>
      `The certificate of ${host} has expired, or is not valid yet. Check this machine's clock; if it is right, ask who runs the server for a new certificate.`,
  ],
  certificate_name: [
    'certificate',
    LASTING,
    ({ host }) =>
      `The certificate of ${host} is for another name. Use the address that stands in the certificate, or ask who runs the server.`,
  ],
  certificate_refused: [
    'certificate',
    LASTING,
    ({ host }) => `The certificate of ${host} cannot be used. Ask who runs the server; the log has the reason.`,
  ],
  no_tls: [
    'certificate',
    LASTING,
    ({ host }) => `${host} does not speak HTTPS there. Check the port, or use its http:// address.`,
  ],
  client_certificate_wanted: [
    'certificate',
    LASTING,
    ({ host }) =>
      `${host} asks for a certificate of yours. Name its file and the key's for this host in Settings, under Network.`,
  ],
  client_certificate_refused: [
    'certificate',
    LASTING,
    ({ host }) =>
      `${host} did not accept your certificate. Check in Settings, under Network, that it is the right one for this host, and that it has not expired.`,
  ],
  file_unreadable: [
    'certificate',
    LASTING,
    ({ file }) =>
      `The file ${file} can no longer be used. Name another one in Settings, under Network, or put it back in its place.`,
  ],
} as const satisfies Record<string, readonly [Hop, boolean, Describe]>;

export type NetworkFact = keyof typeof FACTS;

/** Something between us and an answer. Its message is whole sentences, free of secrets. */
export class NetworkTrouble extends Error {
  readonly fact: NetworkFact;
  readonly parameters: TroubleParameters;
  readonly hop: Hop;
  /** Whether asking again may help. */
  readonly passing: boolean;
  /** Code and words of the system, for the log: `ECONNRESET read ECONNRESET`. */
  readonly detail: string;

  constructor(fact: NetworkFact, parameters: TroubleParameters, cause?: unknown) {
    const [hop, passing, describe] = FACTS[fact];
    super((describe as Describe)(parameters));
    this.name = 'NetworkTrouble';
    this.fact = fact;
    this.parameters = parameters;
    this.hop = hop;
    this.passing = passing;
    this.detail = cause === undefined ? fact : detailOf(cause);
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
