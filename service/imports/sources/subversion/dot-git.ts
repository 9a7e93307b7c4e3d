/** Names that Git refuses in a tree because some file system would take them for the `.git` folder (git's `path.c`, `is_ntfs_dotgit`). */
export function isDotGit(name: string): boolean {
  return /^(\.git|git~1)[ .]*$/i.test(name) || /^\.git[ .]*:/i.test(name);
}
