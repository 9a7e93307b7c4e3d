import type { Store } from './open.ts';

/** Whether rows hold something that only the key file of the data folder opens: two-factor secrets, hooks. */
export function holdsSealed(store: Store): boolean {
  return (
    store
      .sql<{ n: number }>(
        `SELECT EXISTS (SELECT 1 FROM two_factor)
        OR EXISTS (SELECT 1 FROM hooks WHERE secret IS NOT NULL OR url LIKE 'sealed:%') AS n`,
      )
      .get()?.n === 1
  );
}
