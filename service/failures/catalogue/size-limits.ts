/**
 * Where web servers and proxies keep the limit of a request: names, the same in every language. nginx's is 1 MB unless told
 * otherwise, Apache's 1 GiB (since 2.4.54), that of IIS 30,000,000 bytes; Cloudflare's is that of its free and Pro plans.
 */
export const SIZE_LIMITS =
  'nginx: client_max_body_size, Apache: LimitRequestBody, IIS: maxAllowedContentLength, Cloudflare: 100 MB';

/** Whether what a remote said is the status of a web server alone. */
export function isStatus(said: string): boolean {
  return /^HTTP \d{3}\b/.test(said);
}
