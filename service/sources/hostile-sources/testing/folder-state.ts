/** Everything that lies in a folder, to see that nothing was written there. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * One line for each entry: its path, and what it holds.
 * @param without paths of folders, relative to `folder`, that are left out
 */
export function folderState(folder: string, without: readonly string[] = []): string[] {
  const left = (path: string) => without.some((name) => path === name || path.startsWith(`${name}/`));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: relative(folder, join(entry.parentPath, entry.name)) }))
    .filter(({ path }) => !left(path))
    .map(({ entry, path }) => `${path} ${contentOf(entry, join(folder, path))}`)
    .sort();
}

function contentOf(
  entry: { isDirectory(): boolean; isSymbolicLink(): boolean; isFile(): boolean },
  path: string,
): string {
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  return entry.isFile() ? createHash('sha1').update(readFileSync(path)).digest('hex') : 'special';
}
