/** Where attached files lie, below the data folder as in an archive: `attachments/<uuid>/<name>`, `repository_files/<n>/<name>`. */

/** Folders of attached files, which are tables too, with the column that holds their paths. */
export const ATTACHED_FILES = [
  { folder: 'attachments', column: 'asset_url' },
  { folder: 'repository_files', column: 'file_url' },
] as const;

/**
 * Takes a path apart. A record may name any path, of this machine too: nothing is read, written or removed by a path of
 * which this says null.
 */
export function attachedFile(path: string): { root: string; folder: string; name: string } | null {
  const [root = '', folder = '', name = '', ...rest] = path.split('/');
  if (rest.length > 0 || !ATTACHED_FILES.some((each) => each.folder === root)) return null;
  return isPart(folder) && isPart(name) ? { root, folder, name } : null;
}

/**
 * As `attachedFile`, of a path in an archive. Exporters of other hosts lay attachments deeper (`attachments/uploads/<hash>/<name>`)
 * or beside each other (`attachments/<hash>.png`): they have no folder of their own to keep.
 */
export function attachedInArchive(
  path: string,
): { root: string; above: string; folder: string | null; name: string } | null {
  const own = attachedFile(path);
  if (own !== null) return { ...own, above: `${own.root}/${own.folder}` };
  const [root = '', ...parts] = path.split('/');
  const name = parts.at(-1);
  if (root !== 'attachments' || name === undefined || !parts.every(isPart)) return null;
  return { root, above: [root, ...parts.slice(0, -1)].join('/'), folder: null, name };
}

function isPart(part: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes a NUL
  return !/^\.{0,2}$|[\\\u0000]/.test(part);
}
