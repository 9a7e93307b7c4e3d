/** Whose work is next, where that of several people waits for the same few places: a thousand of one hold up nobody's only one. */
export class FairTurns {
  /** Counted up at each turn, by account. */
  readonly #lastTurn = new Map<number, number>();
  #turns = 0;

  /**
   * The first work of who has the least at work, and of those of whoever had no turn for longest.
   * @param waiting in its order
   * @param atWork accounts whose work runs, each as often as it has some
   */
  next<Work extends { accountId: number }>(waiting: Iterable<Work>, atWork: readonly number[]): Work | undefined {
    const looked = new Set<number>();
    let best: { work: Work; running: number; last: number } | undefined;
    for (const work of waiting) {
      const { accountId } = work;
      if (looked.has(accountId)) continue;
      looked.add(accountId);
      const running = atWork.filter((other) => other === accountId).length;
      const last = this.#lastTurn.get(accountId) ?? 0;
      const isBefore = best === undefined || running < best.running || (running === best.running && last < best.last);
      if (isBefore) best = { work, running, last };
    }
    if (best !== undefined) this.#lastTurn.set(best.work.accountId, ++this.#turns);
    return best?.work;
  }
}
