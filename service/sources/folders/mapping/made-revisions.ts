/** What each revision became, written while commits are made: `mapping/revisions.tsv.gz` in the import's folder. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { packed, packedPiece } from '../../../files/packed-file.ts';
import { writeWhole } from '../../../files/write-whole.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { lineOf, type RevisionRow } from '../../../vocabulary/revision-row.ts';
import type { Cut } from '../layout/cut.ts';

/** Relative to `imports/<id>`, and packed. */
export const MADE_REVISIONS = 'mapping/revisions.tsv';

/** Beside it, a `MadeCut` as a line of JSON wherever what a line's tree leaves out changed. */
export const MADE_CUTS = 'mapping/cuts.jsonl';

/** Two lines may be one commit, and leave out other folders. */
export interface MadeCut {
  path: string;
  commit: string;
  folders: string[];
}

/** Characters packed and written at once. */
const CHUNK = 1 << 17;

export class MadeRevisions {
  readonly #file: number;
  readonly #cuts: number;
  /** What the last commit of a folder left out. */
  readonly #lastCuts = new Map<string, Cut | null>();
  #pending = '';

  /** @param folder `imports/<id>` with a folder `mapping` */
  constructor(folder: string) {
    this.#file = openSync(packed(join(folder, MADE_REVISIONS)), 'w', 0o600);
    this.#cuts = openSync(join(folder, MADE_CUTS), 'w', 0o600);
  }

  /** @param cut what the tree leaves out */
  add(row: RevisionRow, cut: Cut | null): void {
    if ((this.#lastCuts.get(row.path) ?? null) !== cut) {
      this.#lastCuts.set(row.path, cut);
      const made: MadeCut = { path: row.path, commit: row.commit, folders: foldersOf(cut) };
      writeWhole(this.#cuts, Buffer.from(`${JSON.stringify(made)}\n`));
    }
    this.#pending += lineOf(row);
    if (this.#pending.length >= CHUNK) this.#write();
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
    closeSync(this.#cuts);
  }

  #write(): void {
    writeWhole(this.#file, packedPiece(this.#pending));
    this.#pending = '';
  }
}

/** Folders as text, relative to the line's. */
function foldersOf(cut: Cut | null, above = ''): string[] {
  return [...(cut ?? [])].flatMap(([name, inner]) => {
    const path = `${above}${name}`;
    return inner === 'all' ? [showPath(path)] : foldersOf(inner, `${path}/`);
  });
}
