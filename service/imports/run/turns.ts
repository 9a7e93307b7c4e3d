/** Lets work on the same thing happen one after the other: two requests must not start two runs of one import. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();

  /** Runs `work` when all earlier work with this key has ended, however it ended. */
  take<Result>(key: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(key, turn);
    const forget = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }
}
