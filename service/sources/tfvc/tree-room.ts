/** Trees that are compared beside each other, as far as they fit memory: of a small one most of the time is the line's. */

/** Files of trees that are held at one time: what Git and the server say of each is about 500 bytes. A tree with more is held alone. */
const MOST_FILES = 50_000;

export class TreeRoom {
  readonly #most: number;
  #held = 0;
  #reading: Promise<unknown> = Promise.resolve();
  #onLeave: () => void = () => undefined;

  constructor(most = MOST_FILES) {
    this.#most = most;
  }

  /**
   * Reads a tree, one at a time and in order, does something with it once there is room beside those that are held, and lets it go.
   * @param read its files; how many there are shows only then
   */
  async hold<Tree extends { readonly size: number }, Result>(
    read: () => Promise<Tree>,
    work: (tree: Tree) => Promise<Result>,
  ): Promise<Result> {
    const reading = this.#reading.then(async () => {
      const tree = await read();
      const { size } = tree;
      while (this.#held > 0 && this.#held + size > this.#most) await this.#left();
      this.#held += size;
      return { tree, size };
    });
    this.#reading = reading.catch(() => undefined);
    const { tree, size } = await reading;
    try {
      return await work(tree);
    } finally {
      this.#held -= size;
      this.#onLeave();
    }
  }

  /** When another one was let go. */
  #left(): Promise<void> {
    return new Promise((resolve) => {
      this.#onLeave = resolve;
    });
  }
}
