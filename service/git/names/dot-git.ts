/** Names that Git refuses in a tree because some file system would take them for the `.git` folder (git's `path.c`, `is_ntfs_dotgit`). */
export function isDotGit(name: string): boolean {
  return name.split('\\').some((part) => /^(\.git|git~1)[ .]*(:|$)/i.test(part.replace(HFS_IGNORABLE, '')));
}

/** Characters that HFS+ skips in names (git's `utf8.c`, `next_hfs_char`), as UTF-8 bytes in a latin1 string. */
const HFS_IGNORABLE = /\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;
