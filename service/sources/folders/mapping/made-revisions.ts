/** What each revision became, written while commits are made: `mapping/revisions.tsv` in the import's folder. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../files/write-whole.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { lineOf, type RevisionRow } from '../../../vocabulary/revision-row.ts';
import type { Cut } from '../layout/cut.ts';

/** Relative to `imports/<id>`. */
export const MADE_REVISIONS = 'mapping/revisions.tsv';

/** Beside it, a line of JSON where what a line's tree leaves out changed: the commit, then the folders. */
export const MADE_CUTS = 'mapping/cuts.jsonl';

/** Characters written at once. */
const CHUNK = 1 << 16;

export class MadeRevisions {
  readonly #file: number;
  readonly #cuts: number;
  /** What the last commit of a folder left out. */
  readonly #lastCuts = new Map<string, Cut | null>();
  #pending = '';

  /** @param folder `imports/<id>` with a folder `mapping` */
  constructor(folder: string) {
    this.#file = openSync(join(folder, MADE_REVISIONS), 'w', 0o600);
    this.#cuts = openSync(join(folder, MADE_CUTS), 'w', 0o600);
  }

  /** @param cut what the tree leaves out */
  add(row: RevisionRow, cut: Cut | null): void {
    if ((this.#lastCuts.get(row.path) ?? null) !== cut) {
      this.#lastCuts.set(row.path, cut);
      writeWhole(this.#cuts, Buffer.from(`${JSON.stringify([row.commit, ...foldersOf(cut)])}\n`));
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
    writeWhole(this.#file, Buffer.from(this.#pending));
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
