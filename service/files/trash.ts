import { existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './durable-file.ts';
import { letGo } from './let-go.ts';
import { renamePatiently } from './patient-rename.ts';

/** The folder `trash` of a data folder: what lies in it belongs to nobody any more, or never did. */
export class Trash {
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'trash');
  }

  /**
   * Moves a folder out of the way at once, then removes it: a crash in between leaves only trash.
   * @param name for people who look at what a crash left
   * @param andThen what is done between the two
   */
  async discard(path: string, name: string, andThen?: () => void): Promise<void> {
    const grave = await this.#make(name);
    if (existsSync(path)) {
      await renamePatiently(path, join(grave, 'files'));
      // A power cut must not bring back what is told to be gone.
      await syncFolder(grave);
      await syncFolder(dirname(path));
    }
    andThen?.();
    await rm(grave, { recursive: true, force: true });
  }

  /** Gives a folder (mode 0700) that lasts as long as the work does. */
  async withFolder<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result> {
    const folder = await this.#make(name);
    try {
      return await work(folder);
    } finally {
      await letGo(folder);
    }
  }

  #make(name: string): Promise<string> {
    mkdirSync(this.#folder, { recursive: true });
    return mkdtemp(join(this.#folder, `${name}-`));
  }
}
