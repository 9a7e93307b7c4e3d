/** What git is told about the network: lines of a configuration file of its own, and the proxy's password on request. */
import { join } from 'node:path';
import { currentNetwork } from './current.ts';
import { proxyAddress, proxyFor } from './proxy-choice.ts';
import { clientCertificateFor } from './way.ts';

export interface GitNetwork {
  /** Free of secrets. */
  configuration: string;
  /** For the helper that git asks for passwords; null when the proxy wants none. */
  proxy: { host: string; password: string } | null;
  env: Record<string, string>;
}

/**
 * What holds for one address. The proxy is chosen here, not by git: the variables of the environment that name proxies
 * and exceptions say the same to every program that way.
 * @throws NetworkTrouble `proxy_address`
 */
export function gitNetwork(address: string): GitNetwork {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return { configuration: '', proxy: null, env: {} };
  const url = new URL(address);
  const network = currentNetwork();
  const proxy = proxyFor(url, network);
  const own = clientCertificateFor(url, network);
  const lines = ['[http]'];
  if (proxy === null) lines.push('\tproxy = ""');
  else {
    const plain = proxyAddress(proxy);
    const user = proxy.username === '' ? '' : `${encodeURIComponent(proxy.username)}@`;
    lines.push(`\tproxy = ${quoted(plain.replace('://', `://${user}`))}`);
  }
  if (network.authoritiesFolder !== null) {
    const all = quoted(join(network.authoritiesFolder, 'all.pem'));
    lines.push(`\tsslCAInfo = ${all}`, `\tproxySSLCAInfo = ${all}`);
  }
  if (own !== null) {
    // For this server alone: git may be led to another one.
    lines.push(
      `[http ${quoted(`${url.origin}/`)}]`,
      `\tsslCert = ${quoted(own.certificate)}`,
      `\tsslKey = ${quoted(own.key)}`,
    );
  }
  return {
    configuration: `${lines.join('\n')}\n`,
    proxy:
      proxy === null || proxy.username === '' ? null : { host: hostOf(proxyAddress(proxy)), password: proxy.password },
    env: { no_proxy: '', NO_PROXY: '' },
  };
}

/** As git writes it in its question. */
function hostOf(address: string): string {
  return address.slice(address.indexOf('://') + 3);
}

/** A value or a name of a section (git-config(1), "Syntax"). */
function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
