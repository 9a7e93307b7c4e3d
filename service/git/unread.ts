/** What git wrote and nobody has read yet: an answer that comes in many pieces is put together once, not at each piece. */
export class Unread {
  /** Less than one answer, whose length is not known. */
  #rest: Buffer = Buffer.alloc(0);
  /** As long as the answer that has begun to come; null where no length is known. */
  #whole: Buffer | null = null;
  #filled = 0;

  get isEmpty(): boolean {
    return this.#rest.length === 0 && this.#whole === null;
  }

  /** What can be read now; whoever reads says with `keep` what stays. */
  *with(chunk: Buffer): Generator<Buffer> {
    let come = chunk;
    if (this.#whole !== null) {
      const taken = come.copy(this.#whole, this.#filled);
      this.#filled += taken;
      if (this.#filled < this.#whole.length) return;
      const whole = this.#whole;
      this.#whole = null;
      yield whole;
      come = come.subarray(taken);
      if (come.length === 0) return;
    }
    yield this.#rest.length === 0 ? come : Buffer.concat([this.#rest, come]);
  }

  /** @param wanted bytes of the answer that `rest` begins, more than those of `rest`; 0 where that is not known */
  keep(rest: Buffer, wanted: number): void {
    this.#rest = rest;
    if (wanted === 0) return;
    this.#rest = rest.subarray(rest.length);
    this.#whole = Buffer.allocUnsafeSlow(wanted);
    this.#filled = rest.copy(this.#whole);
  }
}
