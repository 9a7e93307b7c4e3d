import type { Store } from './open.ts';

/** Repositories of earlier versions that nobody has looked at yet. */
export class RepositoriesToClean {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  /** Ids, oldest first. */
  ids(): number[] {
    return this.#store
      .sql<{ repository_id: number }>('SELECT repository_id FROM repositories_to_clean ORDER BY repository_id')
      .all()
      .map(({ repository_id }) => repository_id);
  }

  remove(repositoryId: number): void {
    this.#store.sql('DELETE FROM repositories_to_clean WHERE repository_id = @repositoryId').run({ repositoryId });
  }
}
