/** Deliveries that are too old to be kept, of all hooks: what earlier versions left, and of hooks that hear nothing more. */
import { setImmediate as breathe } from 'node:timers/promises';
import type { HookTable } from '../store/hooks.ts';

/** Removed in one statement: a few milliseconds, with answers of 64 KB. */
const AT_ONCE = 100;

export async function forgetOldDeliveries(table: HookTable, signal: AbortSignal): Promise<void> {
  for (const id of table.ids()) {
    while (!signal.aborted && table.forgetOldDeliveries(id, AT_ONCE) === AT_ONCE) await breathe();
    if (signal.aborted) return;
    await breathe();
  }
}
