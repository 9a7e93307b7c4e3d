/**
 * How many requests may be under way at one time: as many as the server bears. It begins with few, grows while answers begin as
 * soon as with few, and falls when the server says that it is asked too much or closes connections. Azure DevOps Services limits
 * what one user takes within five minutes: it delays answers first and then refuses with 429 (learn.microsoft.com, "Rate and usage
 * limits"); it names no number of requests. A server of one's own grows slow. No clock is read here: times are told.
 */

/** At first, and at least while nothing is refused. */
export const FIRST = 8;
/**
 * At most: 3,200 answers a second on a line of 40 ms, about what an import does with them. ASP.NET takes 5,000 requests at a time for
 * each processor (`maxConcurrentRequestsPerCPU`; Marquardt, "ASP.NET Thread Usage on IIS 7.5, IIS 7.0, and IIS 6.0"), so that others of
 * the server's users are not kept out.
 */
export const MOST = 128;
/** Rounds at a number that was once too much for the server, less one, before one more is tried. */
const CALM_ROUNDS = 32;
/** Answers that begin within so many times the usual time and so many milliseconds more are quick. */
const QUICK = { times: 1.5, ms: 15 };
/** What takes longer than this waits in line at the server. */
const SLOW = { times: 2.5, ms: 50 };
/** Of a round's answers: new connections cost some of them more, and a server that is kept too busy is slow with all. */
const SHARE = 0.25;
/** Fewer answers of one kind in a round do not show what is usual. */
const FEWEST = 4;
/**
 * Rounds after which one is made with few requests, to see how quick the server is now: what is usual when many wait in line
 * would be taken for the server's own time, and a server that has less time than before be called slow for ever.
 */
const ROUNDS_TO_LOOK = 100;

/** A request that was sent. */
export interface Sent {
  round: number;
  /** Under way at that time, itself among them. */
  atOnce: number;
  /** Another one would have had to wait. */
  isLast: boolean;
}

export class Pace {
  #limit: number;
  readonly #most: number;
  /** Where more was too much once. */
  #ceiling: number;
  #calm = 0;
  /** Until the server was asked too much for the first time. */
  #isDoubling = true;
  /** Counts the numbers that were tried: what was sent before does not tell of this one. */
  #round = 0;
  #rounds = 0;
  /** The number to go on with when it is known what is usual now; null while that is known. */
  #before: number | null = null;
  #wasFull = false;
  #answers = 0;
  readonly #times = new Map<string, number[]>();
  /** Milliseconds to the first byte while the server had time, by kind of request. */
  readonly #usual = new Map<string, number>();

  constructor(most = MOST) {
    this.#most = most;
    this.#ceiling = most;
    this.#limit = Math.min(FIRST, most);
  }

  /** Requests that may be under way now. */
  get limit(): number {
    return this.#limit;
  }

  /** @param underWay requests that are, the new one among them */
  sent(underWay: number): Sent {
    return { round: this.#round, atOnce: underWay, isLast: underWay >= this.#limit };
  }

  /**
   * An answer began.
   * @param kind requests of one kind take the server alike
   * @param milliseconds from the request to the first byte
   */
  answered(sent: Sent, kind: string, milliseconds: number): void {
    if (sent.round !== this.#round) return;
    const times = this.#times.get(kind) ?? [];
    this.#times.set(kind, times);
    times.push(milliseconds);
    this.#wasFull ||= sent.isLast;
    if (++this.#answers < Math.max(FIRST, this.#limit)) return;
    const { quick, slow } = this.#counted();
    this.#learn();
    if (this.#before !== null) {
      this.#limit = this.#before;
      this.#before = null;
    } else if (quick >= this.#answers * SHARE) this.#grow();
    else if (slow > this.#answers * (1 - SHARE)) this.#slow();
    this.#begin();
    if (++this.#rounds % ROUNDS_TO_LOOK === 0) this.#look();
  }

  /**
   * The server refused a request because it is asked too much, said that it delays them, or broke a connection.
   * @returns whether that may have been for how many there were: with fewer it may be taken
   */
  refused(sent: Sent): boolean {
    // Others of the same round were refused before: fewer are sent already.
    if (sent.round === this.#round) {
      this.#ceiling = Math.max(1, this.#limit - 1);
      this.#limit = Math.max(1, this.#limit >> 1);
      this.#before = null;
      this.#isDoubling = false;
      this.#calm = 0;
      this.#begin();
    }
    return sent.atOnce > 1;
  }

  #counted(): { quick: number; slow: number } {
    let quick = 0;
    let slow = 0;
    for (const [kind, times] of this.#times) {
      const usual = this.#usual.get(kind);
      for (const time of times) {
        if (usual === undefined || time <= usual * QUICK.times + QUICK.ms) quick += 1;
        else if (time > usual * SLOW.times + SLOW.ms) slow += 1;
      }
    }
    return { quick, slow };
  }

  #learn(): void {
    for (const [kind, times] of this.#times) {
      if (times.length < FEWEST) continue;
      const usual = this.#usual.get(kind) ?? Number.POSITIVE_INFINITY;
      const sorted = times.sort((a, b) => a - b);
      this.#usual.set(kind, Math.min(usual, sorted[Math.floor(sorted.length * SHARE)] as number));
    }
  }

  #grow(): void {
    // Who asks for less than it may learns nothing about more.
    if (!this.#wasFull) return;
    if (this.#limit >= this.#ceiling && this.#ceiling < this.#most && ++this.#calm >= CALM_ROUNDS) {
      this.#calm = 0;
      this.#ceiling += 1;
    }
    this.#limit = Math.min(this.#ceiling, this.#isDoubling ? this.#limit * 2 : this.#limit + 1);
  }

  #slow(): void {
    this.#isDoubling = false;
    this.#limit = Math.max(Math.min(this.#limit, FIRST), Math.floor(this.#limit * 0.75));
  }

  #look(): void {
    this.#usual.clear();
    if (this.#limit <= FIRST) return;
    this.#before = this.#limit;
    this.#limit = FIRST;
  }

  #begin(): void {
    this.#round += 1;
    this.#wasFull = false;
    this.#answers = 0;
    this.#times.clear();
  }
}
