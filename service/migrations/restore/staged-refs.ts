/** Refs that an archive holds as files: they go into `packed-refs`, as not every disk can keep all names apart. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The refs among an archive's members that are files of their own, which count for more than packed ones. */
export class StagedRefs {
  readonly #path: string;
  readonly #refs = new Map<string, string>();

  /** @param folder of the repository */
  constructor(folder: string) {
    this.#path = join(folder, 'packed-refs');
  }

  add(name: string, oid: string): void {
    this.#refs.set(name, oid);
  }

  /** Writes them. To be called when all members came. */
  finish(): void {
    if (this.#refs.size === 0) return;
    const lines: string[] = [];
    let isReplaced = false;
    for (const line of this.#packed()) {
      // What an annotated tag leads to stands below it.
      if (!line.startsWith('^')) {
        const name = /^[\da-f]+ (.+)$/.exec(line)?.[1];
        isReplaced = name !== undefined && this.#refs.has(Buffer.from(name, 'latin1').toString('utf8'));
      }
      if (!isReplaced) lines.push(`${line}\n`);
    }
    for (const [name, oid] of this.#refs) lines.push(`${oid} ${Buffer.from(name, 'utf8').toString('latin1')}\n`);
    writeFileSync(this.#path, lines.join(''), 'latin1');
    this.#refs.clear();
  }

  /** Lines without the first one, which says that they are in order. */
  #packed(): string[] {
    try {
      const lines = readFileSync(this.#path, 'latin1').split('\n');
      return lines.filter((line) => line !== '' && !line.startsWith('#'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return [];
    }
  }
}
