import type { LineMatcher } from './matcher.ts';

/**
 * The uppermost folder around `path` that holds no line: what can be taken in as one branch.
 * @returns `path` itself when it holds lines and files beside them
 */
export function topOf(path: string, matcher: Pick<LineMatcher, 'holdsLines'>): string {
  const segments = path.split('/');
  for (let n = 1; n <= segments.length; n++) {
    const folder = segments.slice(0, n).join('/');
    if (!matcher.holdsLines(folder)) return folder;
  }
  return path;
}
