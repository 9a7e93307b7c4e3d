import { vi } from 'vitest';

/**
 * Stands in for the window's storage. Stores read it when their module is imported, so that it comes before; another test file of the
 * same process may have imported them already.
 * @param kept what is there from before, by name
 * @returns what is there
 */
export function storeIn(kept = new Map<string, string>()): ReadonlyMap<string, string> {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('window', globalThis);
  vi.resetModules();
  return kept;
}
