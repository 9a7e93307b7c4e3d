/**
 * Names that Git refuses in a tree because some file system would take them for the `.git` folder (git's `path.c`, `is_ntfs_dotgit`).
 * @param name text, or its UTF-8 bytes as a latin1 string
 */
export function isDotGit(name: string): boolean {
  return name.split('\\').some((part) => /^(\.git|git~1)[ .]*(:|$)/i.test(part.replace(HFS_IGNORABLE, '')));
}

/**
 * Whether Git refuses an entry of a tree: what it would take for `.git`, and a symbolic link that it would take for `.gitmodules`. One of
 * them is enough for Git to check out nothing at all (git's `read-cache.c`, `verify_path`), and for strict servers to refuse a push.
 */
export function isRefused(name: string, isLink: boolean): boolean {
  return isDotGit(name) || (isLink && isDotGitModules(name));
}

/** With the short names that NTFS may give it (git's `path.c`, `is_ntfs_dotgitmodules`). */
export function isDotGitModules(name: string): boolean {
  return /^(\.gitmodules|gitmod~[1-4]|gi7eba~[1-9]|gi7eb~[1-9]\d)[ .]*(:|$)/i.test(name.replace(HFS_IGNORABLE, ''));
}

/** Characters that HFS+ skips in names (git's `utf8.c`, `next_hfs_char`), as they are and as bytes. */
const HFS_IGNORABLE =
  /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]|\xe2\x80[\x8c-\x8f\xaa-\xae]|\xe2\x81[\xaa-\xaf]|\xef\xbb\xbf/g;
