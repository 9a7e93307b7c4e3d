/** Seeded random numbers (mulberry32), so that every bench run makes the same repositories. */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A float in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('pick from an empty list');
    return item;
  }
}

const WORDS =
  'alpha buffer commit delta engine folder graph handle import journal kernel ledger merge node object packet queue revision segment table update vector window yield zone count error index length offset parent result source target value width'.split(
    ' ',
  );

/** A line of source-like text. */
export function textLine(random: Random): string {
  const words: string[] = [];
  for (let i = 3 + random.below(9); i > 0; i--) words.push(random.pick(WORDS));
  return `${' '.repeat(random.below(4) * 2)}${words.join(random.below(3) === 0 ? '_' : ' ')} = ${random.below(100000)};`;
}
