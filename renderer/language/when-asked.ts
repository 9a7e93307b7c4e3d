const all = new Set<() => unknown>();

/**
 * Something that is made when it is first asked for. Of a format of numbers or dates: the browser reads a language's rules for it,
 * which takes longer than all else that the page's scripts do before it is drawn.
 */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  const get = () => {
    made ??= make();
    all.delete(get);
    return made;
  };
  all.add(get);
  return get;
}

/** Makes what was not asked for yet, one after the other while nothing else is to do: a screen that shows a date need not wait for it. */
export function makeWhileIdle(): void {
  const [get] = all;
  if (get === undefined) return;
  requestIdleCallback(() => {
    get();
    makeWhileIdle();
  });
}
