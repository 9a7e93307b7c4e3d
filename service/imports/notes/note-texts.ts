/** Texts of the notes to commits, as bytes in pieces: of a million commits they would be half a gigabyte of strings. */
import { IdList } from '../../git/pack/id-list.ts';

const PIECE_BYTES = 1 << 20;
const NONE = -1;

export class NoteTexts {
  readonly #commits = new IdList();
  /** Place of the first and the last text of each commit. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  readonly #pieces: Buffer[] = [];
  #used = PIECE_BYTES;
  /** Where each text lies, how long it is, and which is the commit's next. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #next: number[] = [];

  /** How many commits have a note. */
  get count(): number {
    return this.#commits.count;
  }

  /** Adds to the note of a commit. */
  add(commit: string, text: string): void {
    const id = Buffer.from(commit, 'hex');
    const place = this.#keep(Buffer.from(text, 'utf8'));
    const known = this.#commits.find(id);
    if (known < 0) {
      this.#commits.add(id);
      this.#first.push(place);
      this.#last.push(place);
    } else {
      this.#next[this.#last[known] as number] = place;
      this.#last[known] = place;
    }
  }

  /** Commits by their ids, as numbers. */
  sorted(): Uint32Array {
    const numbers = Uint32Array.from({ length: this.count }, (_, number) => number);
    return numbers.sort((a, b) => this.#commits.oid(a).compare(this.#commits.oid(b)));
  }

  idOf(number: number): Buffer {
    return this.#commits.oid(number);
  }

  /** What was added, an empty line between. */
  textOf(number: number): Buffer {
    const texts: Buffer[] = [];
    for (let place = this.#first[number] ?? NONE; place !== NONE; place = this.#next[place] as number) {
      const start = this.#starts[place] as number;
      const piece = this.#pieces[Math.floor(start / PIECE_BYTES)] as Buffer;
      const at = start % PIECE_BYTES;
      if (texts.length > 0) texts.push(Buffer.from('\n'));
      texts.push(piece.subarray(at, at + (this.#lengths[place] as number)));
    }
    return Buffer.concat(texts);
  }

  #keep(text: Buffer): number {
    if (this.#used + text.length > PIECE_BYTES) {
      this.#pieces.push(Buffer.allocUnsafe(Math.max(PIECE_BYTES, text.length)));
      this.#used = 0;
    }
    text.copy(this.#pieces.at(-1) as Buffer, this.#used);
    this.#starts.push((this.#pieces.length - 1) * PIECE_BYTES + this.#used);
    this.#lengths.push(text.length);
    this.#used += text.length;
    return this.#next.push(NONE) - 1;
  }
}
