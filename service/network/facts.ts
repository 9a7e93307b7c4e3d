/** Errors of Node's sockets and of TLS, read into facts. */
import type { TroubleParameters } from '../failures/catalogue/network.ts';
import { codeOf, type NetworkFact, NetworkTrouble } from './trouble.ts';

/** Codes of OpenSSL's verification (X509_verify_cert_error_string(3)) and of Node. */
const CERTIFICATE: readonly (readonly [RegExp, NetworkFact])[] = [
  [/^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'certificate_expired'],
  [/^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'certificate_name'],
  [
    /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|ERR_SSL_CERTIFICATE_VERIFY_FAILED)$/,
    'certificate_unknown',
  ],
  [/^(CERT_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|UNABLE_TO_|ERROR_IN_CERT_|CRL_)/, 'certificate_refused'],
  [
    /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(UNKNOWN|EXPIRED|REVOKED)|ACCESS_DENIED|UNSUPPORTED_CERTIFICATE)/,
    'client_certificate_refused',
  ],
  [/ALERT_CERTIFICATE_REQUIRED/, 'client_certificate_wanted'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'no_tls'],
];

/**
 * The fact of an error on the way to a server.
 * @param hadCertificate whether we showed one of ours: a server that ends the handshake may have wanted it
 */
export function troubleOf(error: unknown, parameters: TroubleParameters, hadCertificate = false): NetworkTrouble {
  if (error instanceof NetworkTrouble) return error;
  const code = codeOf(error);
  const words = `${code} ${error instanceof Error ? error.message : ''}`;
  // Until TLS 1.3 a server without a client's certificate just fails the handshake, as it does for ciphers that nobody shares.
  if (/ALERT_HANDSHAKE_FAILURE/.test(code)) {
    return new NetworkTrouble(
      hadCertificate ? 'client_certificate_refused' : 'client_certificate_wanted',
      parameters,
      error,
    );
  }
  // EPROTO has OpenSSL's own words instead of a code of its own.
  const alert = /^EPROTO/.test(code) ? words.toUpperCase().replaceAll(' ', '_') : code;
  for (const [pattern, fact] of CERTIFICATE)
    if (pattern.test(alert)) return new NetworkTrouble(fact, parameters, error);
  return new NetworkTrouble(plainFact(code), parameters, error);
}

function plainFact(code: string): NetworkFact {
  if (code === 'ENOTFOUND') return 'name_not_found';
  if (code === 'EAI_AGAIN') return 'name_not_answered';
  if (code === 'ECONNREFUSED') return 'connection_refused';
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || code === 'EADDRNOTAVAIL') return 'no_route';
  if (code.startsWith('HPE_')) return 'bad_answer';
  // A packed body that ends before it should; of what is no such body zlib, Brotli and Zstandard have codes of their own.
  if (code === 'Z_BUF_ERROR') return 'connection_broke';
  if (/^Z_|^ERR__ERROR_FORMAT|^ZSTD_error/.test(code)) return 'bad_packing';
  return 'connection_broke';
}

/** The fact of an error on the way to the proxy itself. */
export function proxyTroubleOf(error: unknown, parameters: TroubleParameters): NetworkTrouble {
  if (error instanceof NetworkTrouble) return error;
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new NetworkTrouble('proxy_not_found', parameters, error);
  if (CERTIFICATE.some(([pattern]) => pattern.test(code)))
    return new NetworkTrouble('proxy_certificate', parameters, error);
  return new NetworkTrouble('proxy_unreachable', parameters, error);
}
