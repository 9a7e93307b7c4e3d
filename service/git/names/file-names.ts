/** Names of refs that cannot each be a file of their own on every disk. */

/**
 * Names and signs that Windows keeps for itself
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file, "Naming Conventions"), as far as git lets them be refs.
 */
const RESERVED = /^(?:con|prn|aux|nul|com[\d\u00b9\u00b2\u00b3]|lpt[\d\u00b9\u00b2\u00b3]|conin\$|conout\$) *(?:\.|$)/i;
const REFUSED = /[<>:"|?*\\]|[. ]$/;

/** Whether Windows takes no file or folder of this name. @param name without slashes */
export function isReservedOnWindows(name: string): boolean {
  return RESERVED.test(name) || REFUSED.test(name);
}

/** One text for all names that Windows or macOS take for the same: neither tells A from a, macOS no composed accents. */
function foldedName(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name.toLowerCase() : name.normalize('NFD').toUpperCase().toLowerCase();
}

/**
 * Those of the names that would be in each other's way as files on a disk that does not tell upper case from lower (`Feature` and
 * `feature`, `Feature` and `feature/x`, `Feature/a` and `feature/b`), and those that Windows refuses (`aux`, `a"b`). Git keeps
 * them apart in one file, `packed-refs`.
 * @param names full names of refs
 */
export function namesForOneFile(names: Iterable<string>): string[] {
  /** How a name, or a folder of names, was first written; null when it is written in several ways, or is both. */
  const spellings = new Map<string, string | null>();
  const see = (key: string, spelling: string) => {
    const known = spellings.get(key);
    if (known === undefined) spellings.set(key, spelling);
    else if (known !== spelling) spellings.set(key, null);
  };
  const all = [...names];
  const seen = new Set<string>();
  for (const name of all) {
    // A file and a folder of one name clash as well.
    see(foldedName(name), `${name} `);
    for (const folder of foldersOf(name)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      see(foldedName(folder), folder);
    }
  }
  const hasClash = [...spellings.values()].includes(null);
  return all.filter(
    (name) =>
      name.split('/').some(isReservedOnWindows) ||
      (hasClash && [name, ...foldersOf(name)].some((part) => spellings.get(foldedName(part)) === null)),
  );
}

/** `refs/heads/a/b` lies in `refs/heads/a`; those above are in every repository. */
function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let slash = name.lastIndexOf('/'); slash > 'refs/'.length; slash = name.lastIndexOf('/', slash - 1))
    folders.push(name.slice(0, slash));
  return folders;
}
