/** Stored addresses as a person knows them. */

/** `ada` of `/ada`; of a foreign address its last part. */
export function loginOf(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/[^/]+$/.test(address)) return address.slice(1);
  return address.split('/').at(-1) || null;
}

/** Name of a label by its address. */
export function labelName(address: string): string {
  const last = address.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
