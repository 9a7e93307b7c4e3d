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
 * @param names full names of refs, each once
 */
export function namesForOneFile(names: readonly string[]): string[] {
  const clashing = mayClash(names) ? clashingParts(names) : null;
  return names.filter(
    (name) =>
      name.split('/').some(isReservedOnWindows) ||
      (clashing !== null && [name, ...foldersOf(name)].some((part) => clashing.has(foldedName(part)))),
  );
}

/** Whether any two could be in each other's way: of hundreds of thousands eight bytes each are kept. */
function mayClash(names: readonly string[]): boolean {
  const folders = new Set<string>();
  for (const name of names) {
    for (const folder of foldersOf(name)) {
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const sums = new Float64Array(names.length + folders.size);
  let count = 0;
  for (const name of names) sums[count++] = sumOf(foldedName(name));
  for (const folder of folders) sums[count++] = sumOf(foldedName(folder));
  sums.sort();
  return sums.some((sum, index) => index > 0 && sum === sums[index - 1]);
}

/** Of 53 bits: two halves of the FNV-1a kind (http://www.isthe.com/chongo/tech/comp/fnv/), each with a factor of its own. */
function sumOf(text: string): number {
  let [high, low] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x85ebca6b) ^ (low >>> 15);
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0);
}

/** Folded names of refs and their folders that are written in several ways, or are both a ref and a folder. */
function clashingParts(names: readonly string[]): ReadonlySet<string> {
  const spellings = new Map<string, string>();
  const clashing = new Set<string>();
  const see = (key: string, spelling: string) => {
    const known = spellings.get(key);
    if (known === undefined) spellings.set(key, spelling);
    else if (known !== spelling) clashing.add(key);
  };
  const seen = new Set<string>();
  for (const name of names) {
    // A file and a folder of one name clash as well.
    see(foldedName(name), `${name} `);
    for (const folder of foldersOf(name)) {
      if (seen.has(folder)) break;
      seen.add(folder);
      see(foldedName(folder), folder);
    }
  }
  return clashing;
}

/** `refs/heads/a/b` lies in `refs/heads/a`; those above are in every repository. */
function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let slash = name.lastIndexOf('/'); slash > 'refs/'.length; slash = name.lastIndexOf('/', slash - 1))
    folders.push(name.slice(0, slash));
  return folders;
}
