/** Which collection, and perhaps which project, an address names. */

/** A reading of an address that may be right. */
export interface Candidate {
  /** Address of the collection or organisation, without a slash at its end. */
  collection: string;
  /** Project that the address names behind the collection; null when it names none. */
  project: string | null;
}

/** Segments that may stand before the collection's name; deeper ones are not looked for. */
const DEEPEST_COLLECTION = 3;

/**
 * Readings of an address, the likeliest first: `https://dev.azure.com/{organisation}/{project}`,
 * `https://{organisation}.visualstudio.com/{project}`, `https://host/tfs/{collection}/{project}`; what stands
 * behind them (`_versionControl` and other pages) is left out. On other hosts the collection's depth is not known.
 * @returns none for addresses that cannot be of such a server
 */
export function readLocation(address: string): Candidate[] {
  if (!URL.canParse(address)) return [];
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return [];
  const all = url.pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decode);
  const page = all.findIndex((segment) => segment.startsWith('_'));
  // A Git repository of the same server.
  if (page >= 0 && all[page] === '_git') return [];
  const segments = page < 0 ? all : all.slice(0, page);
  const at = (depth: number): Candidate => ({
    collection: [url.origin, ...segments.slice(0, depth).map(encodeURIComponent)].join('/'),
    project: segments[depth] ?? null,
  });
  const host = url.hostname.toLowerCase();
  if (host === 'dev.azure.com') return segments.length === 0 ? [] : [at(1)];
  if (host.endsWith('.visualstudio.com')) return [at(segments[0]?.toLowerCase() === 'defaultcollection' ? 1 : 0)];
  if (segments[0]?.toLowerCase() === 'tfs' && segments.length > 1) return [at(2)];
  // A collection lies above its projects: an address that works as one is never a project's.
  const depths = Array.from({ length: Math.min(segments.length, DEEPEST_COLLECTION) }, (_, i) => i + 1);
  return depths.filter((depth) => segments.length - depth <= 1).map(at);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
