/** What the engine has told, and when. */

/** One thing that a person relies on; `key` says which, the value what was told of it last. */
export interface Fact {
  key: string;
  value: string | boolean;
}

interface Entry {
  position: number;
  key: string;
  /** Null: something was asked for that changes it. */
  value: string | boolean | null;
}

export class Told {
  readonly #position: () => number;
  readonly #entries: Entry[] = [];

  /** @param position of the disk: everything that was written before what is told lies before it */
  constructor(position: () => number) {
    this.#position = position;
  }

  /** Something was asked for that changes the value: until it is told, the old value may be there or a new one. */
  asked(key: string): void {
    this.#entries.push({ position: this.#position(), key, value: null });
  }

  tell(key: string, value: string | boolean): void {
    this.#entries.push({ position: this.#position(), key, value });
  }

  /** What had been told when the disk was at a position, without what was being changed then. */
  at(position: number): Fact[] {
    const found = new Map<string, string | boolean | null>();
    for (const entry of this.#entries) if (entry.position <= position) found.set(entry.key, entry.value);
    return [...found].flatMap(([key, value]) => (value === null ? [] : [{ key, value }]));
  }

  now(): Fact[] {
    return this.at(Number.POSITIVE_INFINITY);
  }
}
