import { join, normalize, relative, resolve, sep } from 'node:path';

/** The file below `folder` that an address's path names, or null when it would lie outside. */
export function fileWithin(folder: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const path = normalize(join(folder, decoded));
  return path.startsWith(folder + sep) && !decoded.includes('\0') ? path : null;
}

/** Whether `path` is `folder` or lies in it. */
export function liesWithin(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === resolve(path));
}
