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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes a NUL
  const isPart = (part: string) => !/^\.{0,2}$|[\\\u0000]/.test(part);
  return isPart(folder) && isPart(name) ? { root, folder, name } : null;
}
