/** How large repositories are now: somebody may have pushed into one without asking the engine. */
import type { EventHub } from '../events/event-hub.ts';
import { runInWorker } from '../processes/workers.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Repositories } from './repositories.ts';

/**
 * Measures repositories on disk and keeps what was found.
 * @returns kilobytes of each, in the same order
 */
export async function measureRepositories(
  repositories: Repositories,
  rows: readonly RepositoryRow[],
  events: EventHub,
): Promise<number[]> {
  const sizes = await runInWorker<string[], (number | null)[]>(
    import.meta.url,
    './measure-worker',
    rows.map((row) => repositories.path(row)),
    { signal: new AbortController().signal },
  );
  return rows.map((row, index) => {
    const size = sizes[index] ?? row.size_kb;
    if (size !== row.size_kb) {
      repositories.table.measured(row.id, size);
      events.emit({ type: 'repository.changed', owner: row.owner, repo: row.name });
    }
    return size;
  });
}
