/** How much memory each fetch of this process may take for texts, so that several at once do not take as much as each would alone. */

/** Bytes that one alone keeps; with the parser's and the largest texts this stays well below 512 MB. */
export const TEXT_BYTES = 48 << 20;
/** Bytes that each further one keeps: a twentieth more of a fetch's processor time, where 12 MB are a quarter more. */
const FURTHER_BYTES = TEXT_BYTES / 2;

export class TextShares {
  #taken = 0;

  /**
   * Who has begun keeps what it was given.
   * @returns bytes, and what says that they are not needed any more
   */
  take(): { bytes: number; giveBack: () => void } {
    const bytes = this.#taken === 0 ? TEXT_BYTES : FURTHER_BYTES;
    this.#taken += 1;
    let isTaken = true;
    return {
      bytes,
      giveBack: () => {
        if (isTaken) this.#taken -= 1;
        isTaken = false;
      },
    };
  }
}
