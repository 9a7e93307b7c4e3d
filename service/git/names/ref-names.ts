/** Legal and distinct Git ref names for what a source calls its branches and tags (rules: git-check-ref-format(1)). */
import { showPath } from './bytes.ts';

/** Makes one name legal; changes as little as possible. */
export function legalRefName(latin1: string): string {
  const segments = showPath(latin1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are illegal in refs
    .replace(/[\x00-\x20\x7f~^:?*[\\]/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/@\{/g, '-')
    .split('/')
    .map((segment) =>
      segment
        .replace(/^\./, '-')
        .replace(/\.lock$/i, '-lock')
        .replace(/\.$/, '-'),
    )
    .filter((segment) => segment !== '');
  const name = segments.join('/').replace(/^-/, '_');
  return name === '' || name === '@' ? 'unnamed' : name;
}

/** Hands out names so that no two are equal and none is a folder of another. */
export class RefNames {
  readonly #taken = new Set<string>();
  readonly #folders = new Set<string>();

  /** @returns the wanted name, or one like it with a number behind it and no slash where a name is in the way */
  take(wanted: string): string {
    const base = this.#standsBelowTaken(wanted) ? wanted.replaceAll('/', '-') : wanted;
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
