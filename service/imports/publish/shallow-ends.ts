/** Where the history of a shallow source ends: git must know, or it reports missing parents, and shows nothing of what lies beyond. */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../../files/durable-file.ts';
import type { MapResult } from '../../sources/source.ts';

/** File that names the commits at which the history of a shallow source ends. It need not be there. */
export function shallowOf({ shallow, conversion }: Pick<MapResult, 'shallow' | 'conversion'>, staging: string): string {
  return shallow ?? conversion?.shallow ?? join(staging, 'shallow');
}

/** The ends of what is published, in place of those of what was. */
export class ShallowEnds {
  readonly #file: string;
  readonly #before: readonly string[];
  readonly #after: readonly string[];

  private constructor(file: string, before: readonly string[], after: readonly string[]) {
    this.#file = file;
    this.#before = before;
    this.#after = after;
  }

  /** @param source file as `shallowOf` names it */
  static async read(repositoryPath: string, source: string): Promise<ShallowEnds> {
    const file = join(repositoryPath, 'shallow');
    return new ShallowEnds(file, await endsIn(file), await endsIn(source));
  }

  /** While refs are written, and where that ends in the middle, those of before and those of afterwards are there. */
  async both(): Promise<void> {
    await this.#write([...this.#before, ...this.#after]);
  }

  async settle(): Promise<void> {
    await this.#write(this.#after);
  }

  async takeBack(): Promise<void> {
    await this.#write(this.#before);
  }

  async #write(ends: readonly string[]): Promise<void> {
    if (ends.length > 0) return writeDurably(this.#file, `${[...new Set(ends)].join('\n')}\n`, 0o644);
    if (!existsSync(this.#file)) return;
    await rm(this.#file);
    await syncFolder(join(this.#file, '..'));
  }
}

async function endsIn(file: string): Promise<string[]> {
  return existsSync(file) ? (await readFile(file, 'latin1')).split('\n').filter(Boolean) : [];
}
