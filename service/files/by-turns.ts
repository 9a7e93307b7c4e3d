/** Work that must not be done at the same time as other work on the same thing: in the order in which it was asked for. */
export class ByTurns<Thing> {
  /** The last that was asked for, by what it works on. */
  readonly #last = new Map<Thing, Promise<unknown>>();

  /** Does it once all that was asked for before has ended, well or not. */
  async take<Result>(thing: Thing, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(thing) ?? Promise.resolve();
    const own = before.then(work, work);
    this.#last.set(thing, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(thing) === own) this.#last.delete(thing);
    }
  }
}
