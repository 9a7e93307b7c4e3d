/** What can go wrong between here and a server. */
import { entry } from '../entry.ts';

/** What the sentences of this file speak of. */
export type TroubleParameters = {
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
};

const said = ({ from }: TroubleParameters) =>
  from === undefined || from === 'settings' ? 'in Settings, under Network' : `in the variable ${from}`;

export const network = {
  'network.name_not_found': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The name ${host} was not found. Check the address; if only a proxy knows it, name the proxy in Settings, under Network.`,
  ),
  'network.name_not_answered': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `Nobody could say where ${host} is. Check that this machine is online and try again.`,
  ),
  'network.connection_refused': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `${host} refused the connection. Check the port, and that the server runs.`,
  ),
  'network.no_route': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `There is no way to ${host} from here. Check the network, or name a proxy in Settings, under Network.`,
  ),
  'network.connect_timeout': entry(
    'unreachable',
    ({ host, seconds }: TroubleParameters) =>
      `${host} did not answer within ${seconds} seconds. Check the address and the network; where only a proxy gets out, name it in Settings, under Network.`,
  ),
  'network.connection_broke': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `The connection to ${host} broke off. Try again.`,
  ),
  'network.silent': entry(
    'unreachable',
    ({ host, seconds }: TroubleParameters) =>
      `${host} was silent for ${seconds} seconds. Try again later, or ask who runs it.`,
  ),
  'network.no_first_byte': entry(
    'unreachable',
    ({ host, seconds }: TroubleParameters) =>
      `${host} took the request but did not begin to answer within ${seconds} seconds. Try again later, or ask who runs it.`,
  ),
  'network.bad_answer': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `What ${host} sent is no answer of HTTP. Check the address and the port.`,
  ),
  'network.bad_packing': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `What ${host} sent is packed otherwise than it says, in a way that is not known here, or was garbled on its way. Try again; if that does not help, ask who runs the server, or a proxy before it, to send it unpacked.`,
  ),
  'network.too_many_redirects': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `${host} redirects in a circle. Check the address, or ask who runs the server.`,
  ),
  'network.unsafe_redirect': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `${host} leads from HTTPS to an address without it, and the login would go there for all to read. Use the https:// address that it should lead to.`,
  ),
  'network.proxy_address': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `What is entered as the proxy ${said(all)} is no address. Write it as http://host:port, or use none.`,
  ),
  'network.proxy_kind': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `The proxy ${all.proxy}, entered ${said(all)}, is of a kind that cannot be used here. Name one that begins with http://, or choose "No proxy" in Settings, under Network.`,
  ),
  'network.proxy_not_found': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `The name of the proxy ${all.proxy} was not found. Correct it ${said(all)}, or check the network.`,
  ),
  'network.proxy_unreachable': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `The proxy ${all.proxy} does not answer. Check its address and port ${said(all)}, and that you are in its network.`,
  ),
  'network.proxy_login_wanted': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `The proxy ${all.proxy} asks for a user name and a password. Enter them in Settings, under Network.`,
  ),
  'network.proxy_login_refused': entry(
    'unreachable',
    (all: TroubleParameters) =>
      `The proxy ${all.proxy} refused the user name or the password. Enter them again ${said(all)}.`,
  ),
  'network.proxy_refused': entry(
    'unreachable',
    ({ proxy, host, status }: TroubleParameters) =>
      `The proxy ${proxy} does not let anybody through to ${host} (${status}). Ask who runs the proxy, or except the host from it.`,
  ),
  'network.proxy_gateway': entry(
    'unreachable',
    ({ proxy, host, status }: TroubleParameters) =>
      `The proxy ${proxy} could not reach ${host} (${status}). Check the address, or except the host from the proxy.`,
  ),
  'network.proxy_closed': entry(
    'unreachable',
    ({ proxy, host }: TroubleParameters) =>
      `The proxy ${proxy} made no way to ${host}: it refuses it, or could not reach it. "Test an address" in Settings, under Network, says which.`,
  ),
  'network.proxy_certificate': entry(
    'unreachable',
    ({ proxy }: TroubleParameters) =>
      `The certificate of the proxy ${proxy} is not trusted. Name the file of its authority in Settings, under Network.`,
  ),
  'network.certificate_unknown': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The certificate of ${host} comes from an authority that this machine does not know. Name the file of your authority in Settings, under Network, or have it installed on this machine.`,
  ),
  'network.certificate_expired': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The certificate of ${host} has expired, or is not valid yet. Check this machine's clock; if it is right, ask who runs the server for a new certificate.`,
  ),
  'network.certificate_name': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The certificate of ${host} is for another name. Use the address that stands in the certificate, or ask who runs the server.`,
  ),
  'network.certificate_refused': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The certificate of ${host} cannot be used. Ask who runs the server; the log has the reason.`,
  ),
  'network.certificate_unverified': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `The certificate of ${host} could not be verified: its authority is unknown to this machine, or it has expired. "Test an address" in Settings, under Network, says which; the file of your authority is named there too.`,
  ),
  'network.tls_failed': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `No secure connection to ${host} came about: it may want a certificate of yours, or speak no HTTPS there. "Test an address" in Settings, under Network, says which.`,
  ),
  'network.no_tls': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `${host} does not speak HTTPS there. Check the port, or use its http:// address.`,
  ),
  'network.https_wanted': entry(
    'unreachable',
    ({ host }: TroubleParameters) => `${host} speaks HTTPS there. Use its https:// address.`,
  ),
  'network.client_certificate_wanted': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `${host} asks for a certificate of yours. Name its file and the key's for this host in Settings, under Network.`,
  ),
  'network.client_certificate_refused': entry(
    'unreachable',
    ({ host }: TroubleParameters) =>
      `${host} did not accept your certificate. Check in Settings, under Network, that it is the right one for this host, and that it has not expired.`,
  ),
  'network.file_unreadable': entry(
    'unreachable',
    ({ file }: TroubleParameters) =>
      `The file ${file} can no longer be used. Name another one in Settings, under Network, or put it back in its place.`,
  ),
};
