/**
 * What git, svn and hg say of proxies and certificates, read into facts. Their words are those of libcurl with GnuTLS or
 * OpenSSL, of serf and of Python's ssl (git 2.39, Subversion 1.14 and Mercurial 6.3 were listened to).
 */
import { ownWords } from '../failures/own-words.ts';
import { proxyRefusal } from './dial.ts';
import { type NetworkFact, NetworkTrouble } from './trouble.ts';
import { type Way, wayOfPrograms } from './way.ts';

const CERTIFICATES: readonly (readonly [RegExp, NetworkFact])[] = [
  [/issuer is not trusted|unable to get (local )?issuer|self[- ]signed|signer not found/i, 'certificate_unknown'],
  [/certificate has expired|certificate is expired|not yet valid/i, 'certificate_expired'],
  [
    /issued for a different hostname|certificate error: certificate is for|does not match target host|no alternative certificate subject name/i,
    'certificate_name',
  ],
  // GnuTLS does not say which of these it was.
  [
    /server certificate verification failed|SSL certificate problem|CERTIFICATE_VERIFY_FAILED/i,
    'certificate_unverified',
  ],
  [/CERTIFICATE_REQUIRED|alert certificate required/i, 'client_certificate_wanted'],
  [/ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_)|alert (unknown ca|bad certificate)/i, 'client_certificate_refused'],
  [/WRONG_VERSION_NUMBER|wrong version number|unexpected TLS packet/i, 'no_tls'],
  [
    /TLS fatal alert|SSL_ERROR_S|error occurred during SSL communication|TLS\/SSL connection has been closed|EOF occurred in violation of protocol|gnutls_handshake\(\) failed|GnuTLS (recv|send) error|OpenSSL SSL_|SSL routines|\[SSL: /i,
    'tls_failed',
  ],
];

/**
 * The trouble that a program's messages speak of; null when they speak of no proxy and no certificate.
 * @param url free of secrets
 */
export function outputTrouble(stderr: string, url: string): NetworkTrouble | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  let way: Way;
  try {
    way = wayOfPrograms(new URL(url));
  } catch (error) {
    return error instanceof NetworkTrouble ? error : null;
  }
  const said = { words: ownWords(stderr, url), detail: stderr.trim() };
  return (way.proxy === null ? null : proxyTrouble(said, way)) ?? certificateTrouble(said, way);
}

interface Said {
  words: string;
  detail: string;
}

function proxyTrouble({ words, detail }: Said, way: Way): NetworkTrouble | null {
  const trouble = (fact: NetworkFact) => new NetworkTrouble(fact, way.parameters, detail);
  const status = /(?:CONNECT tunnel failed, response|Tunnel connection failed:|HTTP code) (\d{3})/i.exec(words)?.[1];
  if (status !== undefined) return proxyRefusal(Number(status), way);
  if (/\b(error|response):? 407\b|Proxy authentication failed/i.test(words)) return proxyRefusal(407, way);
  // Subversion does not say the status. Of a proxy that closes with its 407, and does not say that it will, curl says that it aborted
  // (managoat/fountain#1492, desktop/desktop#9726).
  if (/proxy server returned an error|Proxy CONNECT aborted/i.test(words)) return trouble('proxy_closed');
  if (/could not resolve proxy|name or service not known|nodename nor servname|getaddrinfo/i.test(words))
    return trouble('proxy_not_found');
  // The one connection that is made is that to the proxy.
  if (/connection refused|failed to connect|couldn't connect|timed out|no route to host/i.test(words))
    return trouble('proxy_unreachable');
  return null;
}

function certificateTrouble({ words, detail }: Said, { url, parameters, certificate }: Way): NetworkTrouble | null {
  if (url.protocol !== 'https:') return null;
  for (const [pattern, fact] of CERTIFICATES) {
    if (!pattern.test(words)) continue;
    // Where none of ours was shown, it cannot have been refused.
    const isRefused = fact === 'client_certificate_refused' && certificate === null;
    return new NetworkTrouble(isRefused ? 'client_certificate_wanted' : fact, parameters, detail);
  }
  return null;
}
