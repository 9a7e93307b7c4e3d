/** Asks anew for what many events in a row make old: at once at their first, and then now and then until the last. */
import type { QueryClient } from '@tanstack/react-query';

/** Between two requests lie at least so many milliseconds. */
export const LEAST_MS = 200;
/** And so many times what the last one took: a table of 10,000 repositories is a third of a second's work. */
const TIMES = 3;

/** Whether more came since the last request, by key. */
const waiting = new WeakMap<QueryClient, Map<string, boolean>>();

/** What is drawn next is asked for anew in any case; what is shown, now or when the last request is long enough ago. @param exact without what lies below the key */
export function refetchSpaced(queries: QueryClient, queryKey: readonly unknown[], exact = false): void {
  const keys = waiting.get(queries) ?? new Map<string, boolean>();
  waiting.set(queries, keys);
  const name = JSON.stringify(queryKey);
  if (keys.has(name)) {
    keys.set(name, true);
    void queries.invalidateQueries({ queryKey, exact, refetchType: 'none' });
    return;
  }
  const ask = async () => {
    keys.set(name, false);
    const began = performance.now();
    // Waited for: begun anew at each event, an answer that takes long would never come.
    await queries.invalidateQueries({ queryKey, exact });
    setTimeout(
      () => (keys.get(name) === true ? void ask() : keys.delete(name)),
      Math.max(LEAST_MS, TIMES * (performance.now() - began)),
    );
  };
  void ask();
}
