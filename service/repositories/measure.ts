/** How large repositories are now: somebody may have pushed into one without asking the engine. */
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
): Promise<number[]> {
  const sizes = await runInWorker<string[], (number | null)[]>(
    import.meta.url,
    './measure-worker',
    rows.map((row) => repositories.path(row)),
    { signal: new AbortController().signal },
  );
  return rows.map((row, index) => {
    const size = sizes[index] ?? row.size_kb;
    if (size !== row.size_kb) repositories.measured(row, size);
    return size;
  });
}
