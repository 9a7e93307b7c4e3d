/** What Mercurial is told about the network: sections of a configuration file of its own (`hg help config`). */
import { join } from 'node:path';
import { currentNetwork } from './current.ts';
import { proxyAddress, proxyFor } from './proxy-choice.ts';
import type { ClientCertificate } from './settings.ts';
import { NetworkTrouble } from './trouble.ts';
import { clientCertificateFor } from './way.ts';

export interface HgNetwork {
  /** Sections; may hold the proxy's password. */
  configuration: string;
  /** To be named in `[auth]`. */
  certificate: ClientCertificate | null;
  env: Record<string, string>;
  secrets: string[];
}

/** Mercurial reads `http_proxy`, and Python `no_proxy`: the choice is made here. */
const NO_VARIABLES = { http_proxy: '', https_proxy: '', all_proxy: '', no_proxy: '', NO_PROXY: '' };

/** @throws NetworkTrouble `proxy_address`, `proxy_kind` */
export function hgNetwork(address: string | null): HgNetwork {
  const none = { configuration: '', certificate: null, env: NO_VARIABLES, secrets: [] };
  if (address === null || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return none;
  const url = new URL(address);
  const network = currentNetwork();
  const proxy = proxyFor(url, network);
  const lines: string[] = [];
  if (proxy !== null) {
    if (proxy.protocol !== 'http:')
      throw new NetworkTrouble('proxy_kind', { host: url.host, proxy: proxyAddress(proxy), from: proxy.from });
    // Without `always` Mercurial goes to this machine and its names past every proxy.
    lines.push('[http_proxy]', `host = ${proxyAddress(proxy).slice('http://'.length)}`, 'always = True');
    if (proxy.username !== '') lines.push(`user = ${oneLine(proxy.username)}`, `passwd = ${oneLine(proxy.password)}`);
  }
  if (network.authoritiesFolder !== null)
    lines.push('[web]', `cacerts = ${join(network.authoritiesFolder, 'all.pem')}`);
  return {
    configuration: lines.map((line) => `${line}\n`).join(''),
    certificate: clientCertificateFor(url, network),
    env: NO_VARIABLES,
    secrets: proxy === null || proxy.password === '' ? [] : [proxy.password],
  };
}

/** A line end would begin another setting. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replace(/[\u0000-\u001f\u007f]/g, '');
}
