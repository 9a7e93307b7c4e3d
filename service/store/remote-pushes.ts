import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface RemotePushRow {
  id: number;
  repository_id: number;
  /** Never holds a password. */
  remote_url: string;
  status: 'running' | 'complete' | 'auth_failed' | 'error' | 'cancelled';
  percent: number;
  status_text: string;
  message: string | null;
  created_at: string;
}

/** Statements on `remote_pushes`. */
export class RemotePushTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(repositoryId: number, id: number): RemotePushRow | undefined {
    return this.#store
      .sql<RemotePushRow>('SELECT * FROM remote_pushes WHERE repository_id = @repositoryId AND id = @id')
      .get({ repositoryId, id });
  }

  insert(repositoryId: number, remoteUrl: string, statusText: string): RemotePushRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO remote_pushes (repository_id, remote_url, status, status_text, created_at)
         VALUES (@repositoryId, @remoteUrl, 'running', @statusText, @now)`,
      )
      .run({ repositoryId, remoteUrl, statusText, now: timestamp() });
    return this.byId(repositoryId, id) as RemotePushRow;
  }

  update(id: number, change: Pick<RemotePushRow, 'status' | 'percent' | 'status_text' | 'message'>): void {
    this.#store
      .sql(
        'UPDATE remote_pushes SET status = @status, percent = @percent, status_text = @status_text, message = @message WHERE id = @id',
      )
      .run({ id, ...change });
  }

  /** Pushes that an earlier run left behind. Their passwords are gone, so they cannot go on by themselves. */
  failRunning(message: string): number {
    return this.#store
      .sql(
        "UPDATE remote_pushes SET status = 'error', status_text = 'Stopped', message = @message WHERE status = 'running'",
      )
      .run({ message }).changes;
  }
}
