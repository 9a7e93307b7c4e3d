import type { FailureData } from '../failures/failure.ts';
import type { PushTarget } from '../vocabulary/push-target.ts';
import type { UnknownHost } from '../vocabulary/unknown-host.ts';
import { timestamp } from './clock.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';
import { UnwrittenEnds } from './unwritten-ends.ts';

export interface RemotePushRow {
  id: number;
  repository_id: number;
  /** Never holds a password. */
  remote_url: string;
  status: 'running' | 'complete' | 'needs_decision' | 'auth_failed' | 'error' | 'cancelled';
  percent: number;
  status_text: string;
  failure: FailureData | null;
  /** The SSH host whose key is not known, where that is why it stopped. */
  unknown_host: UnknownHost | null;
  /** How the remote stood to the repository; null before it was asked, and for an empty one. */
  target: PushTarget | null;
  created_at: string;
}

type Encoded = Omit<RemotePushRow, 'unknown_host' | 'target' | 'failure'> & {
  unknown_host: string | null;
  target: string | null;
  failure: string | null;
};

/** What changes during a push. */
export type PushChange = Pick<RemotePushRow, 'status' | 'percent' | 'status_text' | 'failure'> &
  Partial<Pick<RemotePushRow, 'unknown_host' | 'target'>>;

/** Statements on `remote_pushes`. */
export class RemotePushTable {
  readonly #store: Store;
  readonly #ends: UnwrittenEnds<PushChange>;
  constructor(store: Store) {
    this.#store = store;
    this.#ends = new UnwrittenEnds(store.late);
  }

  byId(repositoryId: number, id: number): RemotePushRow | undefined {
    const row = this.#store
      .sql<Encoded>('SELECT * FROM remote_pushes WHERE repository_id = @repositoryId AND id = @id')
      .get({ repositoryId, id });
    if (row === undefined) return undefined;
    const { unknown_host, target } = row;
    return this.#ends.shown({
      ...row,
      unknown_host: unknown_host === null ? null : (JSON.parse(unknown_host) as UnknownHost),
      target: target === null ? null : (JSON.parse(target) as PushTarget),
      failure: decodeFailure(row.failure),
    });
  }

  /** Whether the repository was pushed to this address before, to its end. */
  wasPushed(repositoryId: number, remoteUrl: string): boolean {
    return (
      this.#store
        .sql(
          "SELECT 1 FROM remote_pushes WHERE repository_id = @repositoryId AND remote_url = @remoteUrl AND status = 'complete'",
        )
        .get({ repositoryId, remoteUrl }) !== undefined
    );
  }

  /** What a person was asked about this address and has not answered by a complete push since; null for nothing. */
  question(repositoryId: number, remoteUrl: string): PushTarget | null {
    const row = this.#store
      .sql<Encoded>(
        `SELECT * FROM remote_pushes WHERE repository_id = @repositoryId AND remote_url = @remoteUrl
         AND status IN ('complete', 'needs_decision') ORDER BY id DESC LIMIT 1`,
      )
      .get({ repositoryId, remoteUrl });
    if (row === undefined || row.status === 'complete' || row.target === null) return null;
    return JSON.parse(row.target) as PushTarget;
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

  /** Writes how a push ended; where the disk takes nothing, it is shown from now on, and written when the disk takes it. */
  end(id: number, change: PushChange): void {
    this.#ends.end(id, change, () => this.update(id, change));
  }

  update(id: number, { status, percent, status_text, failure, unknown_host = null, target = null }: PushChange): void {
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    this.#store
      .sql(
        `UPDATE remote_pushes SET status = @status, percent = @percent, status_text = @status_text, failure = @failure,
         unknown_host = @unknown_host, target = @target WHERE id = @id`,
      )
      .run({
        id,
        status,
        percent,
        status_text,
        failure: encodeFailure(failure),
        unknown_host: json(unknown_host),
        target: json(target),
      });
  }

  /** Pushes that an earlier run left behind. Their passwords are gone, so they cannot go on by themselves. */
  failRunning(failure: FailureData): number {
    return this.#store
      .sql(
        "UPDATE remote_pushes SET status = 'error', status_text = 'Stopped', failure = @failure WHERE status = 'running'",
      )
      .run({ failure: encodeFailure(failure) }).changes;
  }
}
