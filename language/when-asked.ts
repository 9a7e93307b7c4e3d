/**
 * Something that is made when it is first asked for. Of a format of numbers, dates or lists: the first one reads the rules of
 * languages, 37 ms of a start that has nothing to say yet.
 */
export function whenAsked<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
