/** Holds back what git says of a push until it is true after a power cut, too. */

const LENGTH_DIGITS = 4;
/** Band of git's progress (gitprotocol-pack(5), side-band-64k); 1 is the report, 3 an error. */
const PROGRESS = 2;

/**
 * Splits the answer of `git receive-pack`, in pieces as they come: progress passes, and from the first packet that is none
 * everything is held. The report is a line for each ref.
 */
export class HeldReport {
  readonly #held: Buffer[] = [];
  #unread: Buffer = Buffer.alloc(0);

  /** @returns what may be sent now */
  pass(piece: Buffer): Buffer {
    if (this.#held.length > 0) {
      this.#held.push(piece);
      return Buffer.alloc(0);
    }
    this.#unread = Buffer.concat([this.#unread, piece]);
    let at = 0;
    for (;;) {
      const length = this.#lengthAt(at);
      if (length === null) break;
      if (length <= LENGTH_DIGITS || this.#unread[at + LENGTH_DIGITS] !== PROGRESS) {
        this.#held.push(this.#unread.subarray(at));
        return this.#unread.subarray(0, at);
      }
      if (at + length > this.#unread.length) break;
      at += length;
    }
    const passed = this.#unread.subarray(0, at);
    this.#unread = this.#unread.subarray(at);
    return passed;
  }

  /** What was held back, when git has ended. */
  get rest(): Buffer[] {
    return this.#held.length > 0 ? this.#held : [this.#unread];
  }

  /** Bytes of the packet that begins there, its length among them; 0 for what is none; null when its head is not there yet. */
  #lengthAt(at: number): number | null {
    if (this.#unread.length <= at + LENGTH_DIGITS) {
      // A flush packet may be the last of the answer.
      return this.#unread.toString('latin1', at) === '0000' ? 0 : null;
    }
    const digits = this.#unread.toString('latin1', at, at + LENGTH_DIGITS);
    return /^[\da-f]{4}$/i.test(digits) ? Number.parseInt(digits, 16) : 0;
  }
}
