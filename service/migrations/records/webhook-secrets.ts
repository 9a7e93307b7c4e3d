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
    if (value === REMOVED || (value === '' && !looksRandom(name))) continue;
    // "?<secret>" is a name without a value.
    if (value === '') url.searchParams.delete(name);
    url.searchParams.set(value === '' ? 'secret' : name, REMOVED);
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

/** 16 or more letters and digits as no words are written: four digits, a digit among letters of both cases, or a mix of both. */
function looksRandom(segment: string): boolean {
  if (!/^[\w-]{16,}$/.test(segment)) return false;
  const count = (letters: RegExp) => segment.match(letters)?.length ?? 0;
  const [digits, upper, lower] = [count(/\d/g), count(/[A-Z]/g), count(/[a-z]/g)];
  return digits >= 4 || (digits > 0 && upper > 0 && lower > 0) || (upper >= 5 && lower >= 5);
}
