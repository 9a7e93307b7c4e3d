/** Refs that an archive holds as files: they go into `packed-refs`, as not every disk can keep all names apart. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { shown } from '../archive/read/refusal.ts';

/** Refs that git reads at most from one to what it leads to (refs.c, `SYMREF_MAXDEPTH`). */
const MOST_STEPS = 5;

/**
 * All refs of a staged repository. `packed-refs` is written anew: git looks in it for names by halves when its first line says
 * that they are in order, and tells clients what its `^` lines say of tags. Wrong ones pass `git fsck`, and nobody could
 * clone what was restored.
 */
export class StagedRefs {
  readonly #path: string;
  /** Names as bytes (latin1). */
  readonly #refs = new Map<string, string>();
  readonly #folder: string;
  /** What they lead to, by name. */
  readonly #symbolic = new Map<string, string>();

  /** @param folder of the repository */
  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'packed-refs');
  }

  /** A ref that is a file of its own, which counts for more than a packed one. */
  add(name: string, oid: string): void {
    this.#refs.set(bytesOf(name), oid);
  }

  /** One that leads to another one: it stays a file. */
  addSymbolic(name: string, target: string): void {
    this.#symbolic.set(bytesOf(name), bytesOf(target));
  }

  /**
   * Writes them. To be called when all members came.
   * @param repository as the archive has it
   * @returns a symbolic ref that led to none, as a remote's HEAD does once its branch is gone; such are removed: `git fsck` calls them broken
   * @throws Failure for names that no ref can have, or that cannot be there at once
   */
  finish(repository: string): string | null {
    const refs = this.#packed(repository);
    // What is no such file is git's to judge.
    if (refs === null) return null;
    for (const [name, oid] of this.#refs) refs.set(name, oid);
    const names = new Set([...refs.keys(), ...this.#symbolic.keys()]);
    for (const name of names) {
      for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
        if (names.has(name.slice(0, end))) throw notRestored(name, repository);
      }
    }
    const dangling = [...this.#symbolic.keys()].filter((name) => !this.#leads(name, refs));
    for (const name of dangling) rmSync(join(this.#folder, textOf(name)));
    const [example] = dangling;
    if (refs.size > 0) {
      const lines = [...refs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, oid]) => `${oid} ${name}\n`);
      writeFileSync(this.#path, `# pack-refs with: sorted \n${lines.join('')}`, 'latin1');
    }
    return example === undefined ? null : textOf(example);
  }

  /** Whether a symbolic ref leads to a ref in the end, and not by more steps than git takes. */
  #leads(name: string, refs: ReadonlyMap<string, string>): boolean {
    let at = name;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      if (refs.has(at)) return true;
      at = this.#symbolic.get(at) ?? '';
    }
    return false;
  }

  /** Those of the file that the archive holds; null when it is none that git writes. */
  #packed(repository: string): Map<string, string> | null {
    const refs = new Map<string, string>();
    const lines = contentOf(this.#path).split('\n');
    // What does not end with a line's end was cut off.
    if (lines.pop() !== '') return null;
    for (const [number, line] of lines.entries()) {
      if (number === 0 && line.startsWith('# pack-refs with:')) continue;
      if (refs.size > 0 && /^\^(?:[\da-f]{40}|[\da-f]{64})$/.test(line)) continue;
      const [, oid = '', name = ''] = /^([\da-f]{40}|[\da-f]{64}) (.+)$/.exec(line) ?? [];
      if (name === '') return null;
      if (!name.startsWith('refs/') || !isRefName(name) || refs.has(name)) throw notRestored(name, repository);
      refs.set(name, oid);
    }
    return refs;
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

function bytesOf(name: string): string {
  return Buffer.from(name, 'utf8').toString('latin1');
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function notRestored(bytes: string, repository: string): Failure {
  const ref = shown(textOf(bytes));
  return Failure.of('restore.ref_not_restored', { ref, repository });
}

/** The rules of git-check-ref-format(1) that matter for a file's name. */
export function isRefName(name: string): boolean {
  return (
    name.length < 1024 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
    !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/.test(name) &&
    name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  );
}
