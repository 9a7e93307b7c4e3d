import { type Sentence, say } from '../../language/sentence.ts';
import type { FailureData } from '../failures/failure.ts';
import type { PushTarget } from '../vocabulary/push-target.ts';
import type { UnknownHost } from '../vocabulary/unknown-host.ts';
import { timestamp } from './clock.ts';
import { decodeFailure, encodeFailure } from './failure-column.ts';
import type { Store } from './open.ts';
import { type Reach, reachParameters, WITHIN_REACH } from './reach.ts';
import { NOT_DELETED, OF_ACCOUNT } from './repositories.ts';
import { decodeSentence, encodeSentence } from './sentence-column.ts';
import { UnwrittenEnds } from './unwritten-ends.ts';

export interface RemotePushRow {
  id: number;
  repository_id: number;
  /** Never holds a password. */
  remote_url: string;
  status: 'waiting' | 'running' | 'complete' | 'needs_decision' | 'auth_failed' | 'error' | 'cancelled';
  percent: number;
  status_text: Sentence;
  failure: FailureData | null;
  /** The SSH host whose key is not known, where that is why it stopped. */
  unknown_host: UnknownHost | null;
  /** How the remote stood to the repository; null before it was asked, and for an empty one. */
  target: PushTarget | null;
  /** What is pushed beside branches and tags. */
  too: { notes: boolean; deleted: boolean };
  created_at: string;
  /** Null while it waits or runs, and in rows of earlier versions. */
  ended_at: string | null;
}

/** A push with its repository's name. */
export type NamedPushRow = RemotePushRow & { owner: string; repo: string };

type Encoded = Omit<RemotePushRow, 'status_text' | 'unknown_host' | 'target' | 'failure' | 'too'> & {
  status_text: string;
  too: string;
  unknown_host: string | null;
  target: string | null;
  failure: string | null;
};

/** What changes during a push. */
export type PushChange = Pick<RemotePushRow, 'status' | 'percent' | 'status_text' | 'failure'> &
  Partial<Pick<RemotePushRow, 'unknown_host' | 'target'>>;

const AT_WORK = "('waiting', 'running')";
/** What goes on once a person has answered: as the index `remote_pushes_asking` has it. */
const ASKING = "(p.status IN ('needs_decision', 'auth_failed') OR p.unknown_host IS NOT NULL)";
/** What is known of the server's key is asked: it failed for nothing else. */
const FAILED = "p.status = 'error' AND p.unknown_host IS NULL";
/** A later push to the same place has taken its place. */
const SUPERSEDED = `EXISTS (SELECT 1 FROM remote_pushes l
  WHERE l.repository_id = p.repository_id AND l.remote_url = p.remote_url AND l.id > p.id)`;
const NAMED = `SELECT p.*, a.login AS owner, r.name AS repo
  FROM remote_pushes p JOIN repositories r ON r.id = p.repository_id JOIN accounts a ON a.id = r.owner_id`;

const SEEN = `FROM remote_pushes p JOIN repositories r ON r.id = p.repository_id JOIN accounts a ON a.id = r.owner_id
  WHERE ${OF_ACCOUNT} AND ${NOT_DELETED} AND ${WITHIN_REACH}`;

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
    return row && this.#decode(row);
  }

  /** A push of any repository. */
  named(id: number): NamedPushRow | undefined {
    const row = this.#store.sql<Encoded & NamedPushRow>(`${NAMED} WHERE p.id = @id`).get({ id });
    return row && this.#decode(row);
  }

  /** Those that wait, run or ask, the `failed` newest that failed and were not tried again, and the `last` newest of all; newest first. */
  recent(accountId: number, reach: Reach, { last, failed }: { last: number; failed: number }): NamedPushRow[] {
    const newest = `SELECT p.id ${SEEN}`;
    return this.#store
      .sql<Encoded & NamedPushRow>(
        `${NAMED} WHERE ${OF_ACCOUNT} AND ${NOT_DELETED} AND ${WITHIN_REACH} AND (p.id IN (
           SELECT p.id FROM remote_pushes p WHERE p.status IN ${AT_WORK}) OR p.id IN (
           SELECT p.id FROM remote_pushes p WHERE ${ASKING} AND NOT ${SUPERSEDED}) OR p.id IN (
           ${newest} AND ${FAILED} AND NOT ${SUPERSEDED} ORDER BY p.id DESC LIMIT @failed) OR p.id IN (
           ${newest} ORDER BY p.id DESC LIMIT @last))
         ORDER BY p.id DESC`,
      )
      .all({ accountId, ...reachParameters(reach), last, failed })
      .map((row) => this.#decode(row));
  }

  /** How many failed and were not tried again, without a limit. */
  countFailed(accountId: number, reach: Reach): number {
    return (
      this.#store
        .sql<{ n: number }>(`SELECT count(*) AS n ${SEEN} AND ${FAILED} AND NOT ${SUPERSEDED}`)
        .get({ accountId, ...reachParameters(reach) })?.n ?? 0
    );
  }

  #decode<Row extends Encoded>(row: Row): Omit<Row, keyof RemotePushRow> & RemotePushRow {
    const { unknown_host, target } = row;
    return this.#ends.shown({
      ...row,
      unknown_host: unknown_host === null ? null : (JSON.parse(unknown_host) as UnknownHost),
      target: target === null ? null : (JSON.parse(target) as PushTarget),
      status_text: decodeSentence(row.status_text),
      failure: decodeFailure(row.failure),
      too: JSON.parse(row.too) as RemotePushRow['too'],
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

  insert(row: Pick<RemotePushRow, 'repository_id' | 'remote_url' | 'status' | 'status_text' | 'too'>): RemotePushRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO remote_pushes (repository_id, remote_url, status, status_text, too, created_at)
         VALUES (@repository_id, @remote_url, @status, @status_text, @too, @now)`,
      )
      .run({
        ...row,
        status_text: encodeSentence(row.status_text),
        too: JSON.stringify(row.too),
        now: timestamp(),
      });
    return this.byId(row.repository_id, id) as RemotePushRow;
  }

  /** Writes how a push ended; where the disk takes nothing, it is shown from now on, and written when the disk takes it. */
  end(id: number, change: PushChange): void {
    this.#ends.end(id, change, () => this.update(id, change));
  }

  /** As `end`, of a push that is complete: that is told when it is on the disk. */
  endWhenWritten(id: number, meanwhile: PushChange, write: () => void): void {
    this.#ends.endWhenWritten(id, meanwhile, write);
  }

  update(id: number, { status, percent, status_text, failure, unknown_host = null, target = null }: PushChange): void {
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    this.#store
      .sql(
        `UPDATE remote_pushes SET status = @status, percent = @percent, status_text = @status_text, failure = @failure,
         unknown_host = @unknown_host, target = @target,
         ended_at = CASE WHEN @status IN ${AT_WORK} THEN NULL ELSE @now END WHERE id = @id`,
      )
      .run({
        id,
        status,
        percent,
        status_text: encodeSentence(status_text),
        failure: encodeFailure(failure),
        unknown_host: json(unknown_host),
        target: json(target),
        now: timestamp(),
      });
  }

  /** Pushes that an earlier run left behind. Their passwords are gone, so they cannot go on by themselves. */
  failRunning(failure: FailureData): number {
    return this.#store
      .sql(
        `UPDATE remote_pushes SET status = 'error', status_text = @stopped, failure = @failure, ended_at = @now
         WHERE status IN ${AT_WORK}`,
      )
      .run({ stopped: encodeSentence(say('Stopped')), failure: encodeFailure(failure), now: timestamp() }).changes;
  }
}
