/** What each revision became, written while commits are made: `mapping/revisions.tsv` in the import's folder. */
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../files/write-whole.ts';
import { lineOf, type RevisionRow } from '../../../vocabulary/revision-row.ts';

/** Relative to `imports/<id>`. */
export const MADE_REVISIONS = 'mapping/revisions.tsv';

/** Characters written at once. */
const CHUNK = 1 << 16;

export class MadeRevisions {
  readonly #file: number;
  #pending = '';

  /** @param folder `imports/<id>` with a folder `mapping` */
  constructor(folder: string) {
    this.#file = openSync(join(folder, MADE_REVISIONS), 'w', 0o600);
  }

  add(row: RevisionRow): void {
    this.#pending += lineOf(row);
    if (this.#pending.length >= CHUNK) this.#write();
  }

  close(): void {
    this.#write();
    closeSync(this.#file);
  }

  #write(): void {
    writeWhole(this.#file, Buffer.from(this.#pending));
    this.#pending = '';
  }
}
