/** How an address is reached: its proxy, what is trusted, and which certificate of ours is shown. */
import { statSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { TroubleParameters } from '../failures/catalogue/network.ts';
import { trusted } from './authorities.ts';
import { currentNetwork, type Network } from './current.ts';
import { readPemFile } from './pem-file.ts';
import { type ProxyServer, proxyAddress, proxyFor } from './proxy-choice.ts';
import type { ClientCertificate } from './settings.ts';
import { NetworkTrouble } from './trouble.ts';

export interface Way {
  url: URL;
  proxy: ProxyServer | null;
  certificate: ClientCertificate | null;
  /** @throws NetworkTrouble `file_unreadable` */
  context(): SecureContext;
  /** For sentences. */
  parameters: TroubleParameters;
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The certificate for a server: that of its host and port, else of its host, else the one for all; null for none. */
export function clientCertificateFor(
  url: URL,
  { client_certificates }: Pick<Network, 'client_certificates'> = currentNetwork(),
): ClientCertificate | null {
  if (url.protocol !== 'https:') return null;
  const port = url.port || PORTS[url.protocol];
  for (const name of [`${url.hostname}:${port}`, url.hostname, '*']) {
    const found = client_certificates.find(({ host }) => host.toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return null;
}

/** The state that the contexts below were made for. */
let madeFor: Network | null = null;
const contexts = new Map<string, SecureContext>();

/** @throws NetworkTrouble when the settings name a proxy that cannot be used */
export function wayTo(url: URL): Way {
  const way = wayOfPrograms(url);
  if (way.proxy !== null && !/^https?:$/.test(way.proxy.protocol))
    throw new NetworkTrouble('proxy_kind', way.parameters);
  return way;
}

/** As programs go, some of which know kinds of proxies that this client does not. @throws NetworkTrouble `proxy_address` */
export function wayOfPrograms(url: URL): Way {
  const network = currentNetwork();
  return wayThrough(proxyFor(url, network), url, network);
}

/** The way past every proxy. */
export function directTo(url: URL): Way {
  return wayThrough(null, url, currentNetwork());
}

function wayThrough(proxy: ProxyServer | null, url: URL, network: Network): Way {
  const certificate = clientCertificateFor(url, network);
  const parameters: TroubleParameters = {
    host: url.host,
    ...(proxy === null ? {} : { proxy: proxyAddress(proxy), from: proxy.from }),
  };
  return { url, proxy, certificate, parameters, context: () => contextOf(network, certificate, parameters) };
}

/** Hundreds of authorities are read once a thread, not once a connection. */
function contextOf(network: Network, shown: ClientCertificate | null, parameters: TroubleParameters): SecureContext {
  if (madeFor !== network) contexts.clear();
  madeFor = network;
  // A renewed certificate lies in the same place.
  const files = [network.authorities, ...(shown === null ? [] : [shown.certificate, shown.key])];
  const key = JSON.stringify([shown, files.map(changedAt)]);
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const ca = trusted(network.authorities);
  const context =
    shown === null
      ? createSecureContext({ ca })
      : withOwn(shown, parameters, (cert, privateKey) => createSecureContext({ ca, cert, key: privateKey }));
  contexts.set(key, context);
  return context;
}

function changedAt(file: string): number | null {
  try {
    return file === '' ? null : statSync(file).mtimeMs;
  } catch {
    // Who reads it says so.
    return null;
  }
}

function withOwn<Made>(
  { certificate, key }: ClientCertificate,
  parameters: TroubleParameters,
  make: (certificate: Buffer, key: Buffer) => Made,
): Made {
  let file = certificate;
  try {
    const shown = readPemFile(certificate);
    file = key;
    return make(shown, readPemFile(key));
  } catch (error) {
    throw new NetworkTrouble('file_unreadable', { ...parameters, file }, error);
  }
}

/** `Proxy-Authorization` of Basic; null for a proxy that is told no name. */
export function proxyLogin({ username, password }: ProxyServer): string | null {
  return username === '' ? null : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
