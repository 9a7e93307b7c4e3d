/** Legal and distinct Git ref names for Subversion's folders (rules: git-check-ref-format(1)). */
import { showPath } from '../bytes.ts';

/** Makes one name legal; changes as little as possible. */
export function legalRefName(latin1: string): string {
  const segments = showPath(latin1)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are illegal in refs
    .replace(/[\x00-\x20\x7f~^:?*[\\]/g, '-')
    .replace(/\.{2,}/g, '-')
    .replace(/@\{/g, '-')
    .split('/')
    .map((segment) => segment.replace(/^\./, '-').replace(/\.lock$/i, '-lock').replace(/\.$/, '-'))
    .filter((segment) => segment !== '');
  const name = segments.join('/').replace(/^-/, '_');
  return name === '' || name === '@' ? 'unnamed' : name;
}

/** Hands out names so that no two are equal and none is a folder of another. */
export class RefNames {
  readonly #taken = new Set<string>();
  readonly #folders = new Set<string>();

  /** @returns the wanted name, or that name with a number behind it */
  take(wanted: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? wanted : `${wanted}-${n}`;
      if (this.#isFree(name)) {
        this.#taken.add(name);
        for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) this.#folders.add(name.slice(0, slash));
        return name;
      }
    }
  }

  #isFree(name: string): boolean {
    if (this.#taken.has(name) || this.#folders.has(name)) return false;
    for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1)) {
      if (this.#taken.has(name.slice(0, slash))) return false;
    }
    return true;
  }
}
