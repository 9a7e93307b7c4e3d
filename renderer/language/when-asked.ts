/**
 * Something that is made when it is first asked for. Of a format of numbers or dates: the browser reads a language's rules for it,
 * which takes longer than all else that the page's scripts do before it is drawn.
 */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
