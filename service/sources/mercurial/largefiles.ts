/**
 * Mercurial's largefiles extension: the history has stand-ins, `.hglf/<path>` with the SHA-1 of a content, and the contents
 * lie in `.hg/largefiles` (hgext/largefiles/lfutil.py, `storepath` and `standin`).
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { needsLargefiles, sharedFolder } from './requirements.ts';

const STAND_INS = '.hglf/';
const PIECE = 4 << 20;

/** Where the extension is not used, as in what `hg convert` makes of a repository without it, hg takes what lies there for any other file. */
export type RealPath = (path: string) => string;

/** Gives the path of the file that a stand-in stands for; any other path as it is. @param repository of this disk */
export function realPathsOf(repository: string): RealPath {
  if (!needsLargefiles(repository)) return (path) => path;
  return (path) => (isNamedAsStandIn(path) ? path.slice(STAND_INS.length) : path);
}

export function isNamedAsStandIn(path: string): boolean {
  return path.startsWith(STAND_INS) && path.length > STAND_INS.length;
}

/** Where a repository of this disk keeps contents: its own place, or that of the one that it shares a store with. */
export class LargefileStore {
  readonly #folders: readonly string[];
  readonly realPath: RealPath;

  constructor(repository: string) {
    this.realPath = realPathsOf(repository);
    this.#folders = [sharedFolder(repository), join(repository, '.hg')].flatMap((folder) =>
      folder === null ? [] : [join(folder, 'largefiles')],
    );
  }

  /**
   * The file with the content that a stand-in names.
   * @returns null where there is none, or its content is another one
   */
  find(standIn: Buffer): { path: string; size: number } | null {
    const sum = /^([\da-f]{40})\s*$/.exec(standIn.toString('latin1', 0, 64))?.[1];
    if (sum === undefined) return null;
    for (const folder of this.#folders) {
      const path = join(folder, sum);
      if (statSync(path, { throwIfNoEntry: false })?.isFile() === true && sha1Of(path) === sum) {
        return { path, size: statSync(path).size };
      }
    }
    return null;
  }
}

function sha1Of(path: string): string {
  const sum = createHash('sha1');
  const piece = Buffer.allocUnsafe(PIECE);
  const file = openSync(path, 'r');
  try {
    for (let got = readSync(file, piece); got > 0; got = readSync(file, piece)) sum.update(piece.subarray(0, got));
  } finally {
    closeSync(file);
  }
  return sum.digest('hex');
}
