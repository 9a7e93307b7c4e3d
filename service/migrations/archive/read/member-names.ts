/** Which names members may have: a hostile one must not reach a file system, whichever it is. */
import { Failure } from '../../../failures/failure.ts';
import { HashedNames } from './hashed-names.ts';
import { shown } from './refusal.ts';

/** Longest name of a member and longest part of it, in bytes of UTF-8: what common file systems take. */
const LONGEST_PATH = 1024;
const LONGEST_PART = 255;

/**
 * The member's path below the archive's root, without "./" and a trailing slash; '' for the root itself.
 * @throws Failure (a sentence) for names that lead elsewhere or that a file system cannot hold
 */
export function checkName(name: string): string {
  let path = name;
  while (path.startsWith('./')) path = path.slice(2);
  if (path === '.' || path === '') return '';
  if (path.endsWith('/')) path = path.slice(0, -1);
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    throw Failure.of('archive.absolute_name', { name: shown(name) });
  }
  if (path.includes('\\')) {
    throw Failure.of('archive.backslash', { name: shown(name) });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) {
    throw Failure.of('archive.control_characters', { name: shown(name) });
  }
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    throw Failure.of('archive.name_too_long', { bytes: LONGEST_PATH, name: shown(name) });
  }
  for (const part of path.split('/')) {
    if (part === '..') throw Failure.of('archive.leads_out', { name: shown(name) });
    if (part === '' || part === '.') throw Failure.of('archive.odd_name', { name: shown(name) });
    if (part.length > LONGEST_PART / 4 && Buffer.byteLength(part) > LONGEST_PART) {
      throw Failure.of('archive.part_too_long', { name: shown(name), bytes: LONGEST_PART });
    }
  }
  return path;
}

/** Refs that are files of their own. They are never written under their names, which git keeps apart: `Fix` and `fix` are two. */
const REFS = /^(repositories\/[^/]+\/[^/]+\.git\/refs\/)(.+)$/;

/** How a file system that ignores case and composes letters sees a name. */
function folded(path: string): string {
  const [, folder = '', ref] = REFS.exec(path) ?? [];
  return ref === undefined ? foldedText(path) : foldedText(folder) + ref;
}

function foldedText(path: string): string {
  // Most names are plain; `normalize` costs.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\u0000-\u007f]*$/.test(path)) return path.toLowerCase();
  return path.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** What is kept with a file: no folder is spelled so. */
const FILE = '';

/** The members that were seen: each once, and none that another file system would take for another one. */
export class SeenNames {
  /** As folded, folders with how they were spelled first. */
  readonly #names = new HashedNames();
  #lastFolder = '';

  /** Files, and folders whether they are members or only lead to one. */
  get count(): number {
    return this.#names.size;
  }

  /** @throws Failure (a sentence) */
  add(path: string, kind: 'file' | 'folder'): void {
    if (kind === 'folder') {
      this.#addFolder(path);
      return;
    }
    const slash = path.lastIndexOf('/');
    if (slash > 0 && path.slice(0, slash) !== this.#lastFolder) this.#addFolder(path.slice(0, slash));
    if (this.#names.add(folded(path), FILE) !== 'new') throw twice(path);
  }

  #addFolder(path: string): void {
    this.#lastFolder = path;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const known = this.#names.add(folded(folder), folder);
      if (known === 'same') return;
      if (known === 'other') throw twice(folder);
    }
  }
}

function twice(path: string) {
  return Failure.of('archive.twice', { name: shown(path) });
}
