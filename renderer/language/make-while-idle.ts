import { makeAhead } from '../../language/when-asked.ts';

/** Makes formats that nobody asked for yet, one after the other while nothing else is to do: a screen that shows a date need not wait for it. */
export function makeWhileIdle(): void {
  requestIdleCallback(() => {
    if (makeAhead()) makeWhileIdle();
  });
}
