/** What is taken out of a line's tree: folders that are lines of their own, and folders that a person left out. */
export type Cut = Map<string, Cut | 'all'>;

/**
 * @param folders relative to the line's folder, not ''
 * @returns null when nothing is taken out
 */
export function cutOf(folders: Iterable<string>): Cut | null {
  const root: Cut = new Map();
  for (const folder of folders) {
    const segments = folder.split('/');
    const last = segments.pop() as string;
    let at: Cut | 'all' = root;
    for (const segment of segments) {
      if (at === 'all') break;
      const next: Cut | 'all' = at.get(segment) ?? new Map();
      at.set(segment, next);
      at = next;
    }
    if (at !== 'all') at.set(last, 'all');
  }
  return root.size === 0 ? null : root;
}
