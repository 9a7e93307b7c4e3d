const waiting = new Set<() => unknown>();

/**
 * Something that is made when it is first asked for. Of a format of numbers, dates or lists: the rules of a language are read for it,
 * which takes longer than all else that the page's scripts do before it is drawn, and a fifth of what the engine does before it answers.
 */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  const get = () => {
    made ??= make();
    waiting.delete(get);
    return made;
  };
  waiting.add(get);
  return get;
}

/** Makes one of those that nobody asked for yet. @returns whether there was one */
export function makeAhead(): boolean {
  const [get] = waiting;
  get?.();
  return get !== undefined;
}
