/** Legal and distinct Git ref names for what a source calls its branches and tags (rules: git-check-ref-format(1)). */
import { showPath } from './bytes.ts';

/**
 * Bytes of a part between slashes. Git makes each part of a ref that it writes a file or folder, with `.lock` behind it meanwhile, and disks
 * take 255: what is put behind a name here (a changeset, a revision, a number) has room as well.
 */
const MOST_BYTES = 230;

/** Makes one name legal; changes as little as possible. */
export function legalRefName(latin1: string): string {
  const segments = showPath(latin1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are illegal in refs
    .replace(/[\x00-\x20\x7f~^:?*[\\]/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/@\{/g, '-')
    .split('/')
    .map((segment) =>
      shortened(segment)
        .replace(/^\./, '-')
        .replace(/\.lock$/i, '-lock')
        .replace(/\.$/, '-'),
    )
    .filter((segment) => segment !== '');
  const name = segments.join('/').replace(/^-/, '_');
  // Git makes no branch HEAD, and a clone has its own HEAD of the remote in its place.
  if (name === 'HEAD') return '_HEAD';
  return name === '' || name === '@' ? 'unnamed' : name;
}

/** Without half a character at the end. */
function shortened(segment: string): string {
  const bytes = Buffer.from(segment, 'utf8');
  return bytes.length <= MOST_BYTES
    ? segment
    : new TextDecoder().decode(bytes.subarray(0, MOST_BYTES), { stream: true });
}

/** Hands out names so that no two are equal and none is a folder of another. */
export class RefNames {
  readonly #taken = new Set<string>();
  readonly #folders = new Set<string>();

  /** @returns the wanted name, or one like it with a number behind it and no slash where a name is in the way */
  take(wanted: string): string {
    const base = this.#standsBelowTaken(wanted) ? shortened(wanted.replaceAll('/', '-')) : wanted;
    let name = base;
    for (let n = 2; this.#taken.has(name) || this.#folders.has(name); n++) name = `${base}-${n}`;
    this.#taken.add(name);
    for (const folder of foldersOf(name)) this.#folders.add(folder);
    return name;
  }

  #standsBelowTaken(name: string): boolean {
    return foldersOf(name).some((folder) => this.#taken.has(folder));
  }
}

function foldersOf(name: string): string[] {
  const folders: string[] = [];
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1))
    folders.push(name.slice(0, slash));
  return folders;
}
