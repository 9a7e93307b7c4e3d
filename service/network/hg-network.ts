/** What Mercurial is told about the network: sections of a configuration file of its own (`hg help config`). */
import { join } from 'node:path';
import { currentNetwork } from './current.ts';
import { type ProxyServer, proxyAddress, proxyFor } from './proxy-choice.ts';
import type { ClientCertificate } from './settings.ts';
import { NetworkTrouble } from './trouble.ts';
import { clientCertificateFor } from './way.ts';

export interface HgNetwork {
  /** Sections; free of secrets. */
  configuration: string;
  /** To be named in `[auth]`. */
  certificate: ClientCertificate | null;
  /** Where there is a proxy, it stands here with its password. */
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
    lines.push('[http_proxy]', 'always = True');
  }
  if (network.authoritiesFolder !== null)
    lines.push('[web]', `cacerts = ${join(network.authoritiesFolder, 'all.pem')}`);
  return {
    configuration: lines.map((line) => `${line}\n`).join(''),
    certificate: clientCertificateFor(url, network),
    env: proxy === null ? NO_VARIABLES : { ...NO_VARIABLES, http_proxy: withLogin(proxy) },
    secrets: proxy === null || proxy.password === '' ? [] : [proxy.password],
  };
}

function withLogin(proxy: ProxyServer): string {
  if (proxy.username === '') return proxyAddress(proxy);
  const login = `${encodeURIComponent(proxy.username)}:${encodeURIComponent(proxy.password)}`;
  return proxyAddress(proxy).replace('://', `://${login}@`);
}
