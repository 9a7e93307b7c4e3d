/** Addresses of webhooks carry tokens in real archives: they are taken out before anything is stored. */

/** What stands in the place of a secret. */
const REMOVED = 'REMOVED';
const SECRET_MEMBER = /^(secret|token|password|api_?key)$/i;

/**
 * Webhooks without passwords, query values and long random path segments.
 * @param webhooks the array of a repository's or an organization's record
 * @returns the cleaned array, and the hosts of the webhooks that held something
 */
export function withoutSecrets(webhooks: unknown): { webhooks: unknown; found: string[] } {
  if (!Array.isArray(webhooks)) return { webhooks, found: [] };
  const found: string[] = [];
  const cleaned = webhooks.map((webhook: unknown) => {
    if (typeof webhook !== 'object' || webhook === null) return webhook;
    const entries = Object.entries(webhook).filter(([name]) => !SECRET_MEMBER.test(name));
    let dirty = entries.length < Object.keys(webhook).length;
    let host = 'a webhook';
    const kept = entries.map(([name, value]) => {
      if (name !== 'payload_url' || typeof value !== 'string') return [name, value];
      const clean = cleanAddress(value);
      host = clean.host;
      dirty ||= clean.address !== value;
      return [name, clean.address];
    });
    if (dirty) found.push(host);
    return Object.fromEntries(kept);
  });
  return { webhooks: cleaned, found };
}

function cleanAddress(text: string): { address: string; host: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { address: REMOVED, host: 'a webhook' };
  }
  let dirty = false;
  if (url.username !== '' || url.password !== '') {
    url.username = '';
    url.password = '';
    dirty = true;
  }
  for (const [name, value] of [...url.searchParams]) {
    if (value === '' || value === REMOVED) continue;
    url.searchParams.set(name, REMOVED);
    dirty = true;
  }
  const segments = url.pathname.split('/').map((segment) => (looksRandom(segment) ? REMOVED : segment));
  if (segments.join('/') !== url.pathname) {
    url.pathname = segments.join('/');
    dirty = true;
  }
  // An address that holds nothing stays as it was written.
  return { address: dirty ? url.href : text, host: url.host };
}

/** 16 or more letters and digits with at least four digits among them: no word looks like that. */
function looksRandom(segment: string): boolean {
  return /^[\w-]{16,}$/.test(segment) && (segment.match(/\d/g)?.length ?? 0) >= 4;
}
