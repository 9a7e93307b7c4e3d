/**
 * Names that Git refuses in a tree because some file system would take them for the `.git` folder (git's `path.c`, `is_ntfs_dotgit`).
 * @param name text, or its UTF-8 bytes as a latin1 string
 */
export function isDotGit(name: string): boolean {
  return name.split('\\').some((part) => /^(\.git|git~1)[ .]*(:|$)/i.test(part.replace(HFS_IGNORABLE, '')));
}

/** Characters that HFS+ skips in names (git's `utf8.c`, `next_hfs_char`), as they are and as bytes. */
const HFS_IGNORABLE =
  /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;
