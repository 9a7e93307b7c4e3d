import { whenAsked } from '../../language/when-asked.ts';

const waiting = new Set<() => unknown>();

/** A format of numbers or dates, made when it is first asked for, or while nothing else is to do. */
export function format<T extends object>(make: () => T): () => T {
  const get = whenAsked(make);
  waiting.add(get);
  return get;
}

/** Makes the formats one after the other while nothing else is to do: a screen that shows a date need not wait for it. */
export function makeWhileIdle(): void {
  const [get] = waiting;
  if (get === undefined) return;
  requestIdleCallback(() => {
    waiting.delete(get);
    get();
    makeWhileIdle();
  });
}
