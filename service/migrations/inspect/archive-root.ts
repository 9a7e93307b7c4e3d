/** What an archive's addresses begin with. */
import type { ArchiveRecord } from '../records/record-rows.ts';

/** How many parts of an address are the record's own name, where that is known. */
const OWN_PARTS: Record<string, number> = { users: 1, organizations: 1, repositories: 2 };

/**
 * Told by the first record that is read: what precedes `/<login>` or `/<owner>/<name>`, else the address's origin.
 * @returns null for a record without a usable address
 */
export function rootOf(plural: string, record: ArchiveRecord): string | null {
  const { url } = record;
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  if (origin === 'null') return null;
  const parts = OWN_PARTS[plural];
  if (parts === undefined) return origin;
  const root = url.split('/').slice(0, -parts).join('/');
  return root.startsWith(origin) ? root : origin;
}
