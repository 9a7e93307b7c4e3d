import { timestamp } from './clock.ts';
import type { Store } from './open.ts';

export interface HookRow {
  id: number;
  repository_id: number | null;
  organization_id: number | null;
  /** Encrypted, but for hooks that an earlier version made. */
  url: string;
  /** Encrypted. */
  secret: string | null;
  content_type: 'json' | 'form';
  /** JSON array. */
  events: string;
  active: 0 | 1;
  last_code: number | null;
  last_message: string | null;
  created_at: string;
  updated_at: string;
}

export interface DeliveryRow {
  id: number;
  hook_id: number;
  guid: string;
  event: string;
  redelivery: 0 | 1;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  due_ms: number | null;
  payload: string;
  request_headers: string | null;
  status_code: number | null;
  problem: string | null;
  response_headers: string | null;
  response_body: string | null;
  duration_ms: number | null;
  created_at: string;
  delivered_at: string | null;
}

/** How an import ended, to be told. */
export interface ImportEnding {
  repository_id: number;
  status: 'success' | 'failure' | 'cancelled';
  /** Account that started it; null where that is not known. */
  started_by: number | null;
}

/** Whose hooks. */
export type HookScope = { repository_id: number } | { organization_id: number };

export type HookSettings = Pick<HookRow, 'url' | 'secret' | 'content_type' | 'events' | 'active'>;

/** What an attempt brought. */
export type Attempt = Pick<
  DeliveryRow,
  | 'state'
  | 'due_ms'
  | 'request_headers'
  | 'status_code'
  | 'problem'
  | 'response_headers'
  | 'response_body'
  | 'duration_ms'
  | 'delivered_at'
>;

/** Deliveries of a hook that are kept, its newest; what waits to be sent is kept beside them. */
const KEPT_DELIVERIES = 250;
/** Removed where one is added: more than come, so that what there is too much of goes in the end. */
const REMOVED_WITH_EACH = 20;

/** Statements on `hooks`, `hook_deliveries` and `import_endings`. */
export class HookTable {
  readonly #store: Store;
  constructor(store: Store) {
    this.#store = store;
  }

  byId(id: number): HookRow | undefined {
    return this.#store.sql<HookRow>('SELECT * FROM hooks WHERE id = @id').get({ id });
  }

  /** The organization or the owner of the repository that a hook is of. */
  accountOf(id: number): number | undefined {
    return this.#store
      .sql<{ owner: number }>(
        `SELECT coalesce(h.organization_id, r.owner_id) AS owner
         FROM hooks h LEFT JOIN repositories r ON r.id = h.repository_id WHERE h.id = @id`,
      )
      .get({ id })?.owner;
  }

  of(scope: HookScope, page: { limit: number; offset: number }): HookRow[] {
    const { column, id } = ownerOf(scope);
    return this.#store
      .sql<HookRow>(`SELECT * FROM hooks WHERE ${column} = @id ORDER BY id LIMIT @limit OFFSET @offset`)
      .all({ id, ...page });
  }

  countOf(scope: HookScope): number {
    const { column, id } = ownerOf(scope);
    return this.#store.sql<{ n: number }>(`SELECT count(*) AS n FROM hooks WHERE ${column} = @id`).get({ id })?.n ?? 0;
  }

  /** Active hooks that are told of what happens to a repository: its own and its organization's. */
  listening(repositoryId: number, ownerId: number): HookRow[] {
    return this.#store
      .sql<HookRow>(
        'SELECT * FROM hooks WHERE active = 1 AND (repository_id = @repositoryId OR organization_id = @ownerId) ORDER BY id',
      )
      .all({ repositoryId, ownerId });
  }

  /** Hooks whose address does not begin with the mark of an encrypted one. */
  withOpenAddress(mark: string): Pick<HookRow, 'id' | 'url'>[] {
    return this.#store
      .sql<Pick<HookRow, 'id' | 'url'>>('SELECT id, url FROM hooks WHERE substr(url, 1, length(@mark)) <> @mark')
      .all({ mark });
  }

  insert(scope: HookScope, settings: HookSettings): HookRow {
    const { column, id } = ownerOf(scope);
    const made = this.#store
      .sql(
        `INSERT INTO hooks (${column}, url, secret, content_type, events, active, created_at, updated_at)
         VALUES (@id, @url, @secret, @content_type, @events, @active, @now, @now)`,
      )
      .run({ id, ...settings, now: timestamp() });
    return this.byId(made.id) as HookRow;
  }

  update(id: number, settings: HookSettings): void {
    this.#store
      .sql(
        `UPDATE hooks SET url = @url, secret = @secret, content_type = @content_type, events = @events,
           active = @active, updated_at = @now WHERE id = @id`,
      )
      .run({ id, ...settings, now: timestamp() });
  }

  remove(id: number): void {
    this.#store.sql('DELETE FROM hooks WHERE id = @id').run({ id });
  }

  /** Deliveries of a hook without their bodies' weight being asked for twice: newest first. */
  deliveries(hookId: number, page: { limit: number; offset: number }): DeliveryRow[] {
    return this.#store
      .sql<DeliveryRow>(
        'SELECT * FROM hook_deliveries WHERE hook_id = @hookId ORDER BY id DESC LIMIT @limit OFFSET @offset',
      )
      .all({ hookId, ...page });
  }

  countDeliveries(hookId: number): number {
    return (
      this.#store
        .sql<{ n: number }>('SELECT count(*) AS n FROM hook_deliveries WHERE hook_id = @hookId')
        .get({ hookId })?.n ?? 0
    );
  }

  delivery(id: number): DeliveryRow | undefined {
    return this.#store.sql<DeliveryRow>('SELECT * FROM hook_deliveries WHERE id = @id').get({ id });
  }

  insertDelivery(
    delivery: Pick<DeliveryRow, 'hook_id' | 'guid' | 'event' | 'redelivery' | 'payload' | 'due_ms'>,
  ): DeliveryRow {
    const { id } = this.#store
      .sql(
        `INSERT INTO hook_deliveries (hook_id, guid, event, redelivery, state, due_ms, payload, created_at)
         VALUES (@hook_id, @guid, @event, @redelivery, 'waiting', @due_ms, @payload, @now)`,
      )
      .run({ ...delivery, now: timestamp() });
    this.forgetOldDeliveries(delivery.hook_id, REMOVED_WITH_EACH);
    return this.delivery(id) as DeliveryRow;
  }

  ids(): number[] {
    return this.#store
      .sql<{ id: number }>('SELECT id FROM hooks ORDER BY id')
      .all()
      .map(({ id }) => id);
  }

  /** Removes deliveries that came before those that are kept, the oldest first. @returns how many */
  forgetOldDeliveries(hookId: number, some: number): number {
    return this.#store
      .sql(
        `DELETE FROM hook_deliveries WHERE id IN (
           SELECT id FROM hook_deliveries WHERE hook_id = @hookId AND state <> 'waiting' AND id <= (
             SELECT id FROM hook_deliveries WHERE hook_id = @hookId ORDER BY id DESC LIMIT 1 OFFSET @kept)
           ORDER BY id LIMIT @some)`,
      )
      .run({ hookId, kept: KEPT_DELIVERIES, some }).changes;
  }

  /** What an attempt brought, on the delivery and on its hook. */
  attempted(id: number, attempt: Attempt): void {
    this.#store.transaction(() => {
      this.#store
        .sql(
          `UPDATE hook_deliveries SET state = @state, due_ms = @due_ms, attempts = attempts + 1,
             request_headers = @request_headers, status_code = @status_code, problem = @problem,
             response_headers = @response_headers, response_body = @response_body, duration_ms = @duration_ms,
             delivered_at = @delivered_at
           WHERE id = @id`,
        )
        .run({ id, ...attempt });
      this.#store
        .sql(
          `UPDATE hooks SET last_code = @status_code, last_message = @problem
           WHERE id = (SELECT hook_id FROM hook_deliveries WHERE id = @id)`,
        )
        .run({ id, status_code: attempt.status_code, problem: attempt.problem });
    });
  }

  /** The oldest delivery of each hook whose attempt is due, the oldest of them first. Of a hook that is off, what a person sent again alone. */
  due(now: number): Pick<DeliveryRow, 'id' | 'hook_id'>[] {
    return this.#store
      .sql<Pick<DeliveryRow, 'id' | 'hook_id'>>(
        `SELECT waiting.id, waiting.hook_id FROM hooks JOIN hook_deliveries AS waiting ON waiting.id = (
           SELECT id FROM hook_deliveries WHERE hook_id = hooks.id AND state = 'waiting' AND due_ms <= @now
             AND (hooks.active = 1 OR redelivery = 1)
           ORDER BY due_ms, id LIMIT 1)
         ORDER BY waiting.due_ms, waiting.id`,
      )
      .all({ now });
  }

  /**
   * Makes attempts due that wait for longer than they were told to: the clock that counted was ahead.
   * @param waits before the second attempt and the following ones, in milliseconds
   */
  pullForward(now: number, waits: readonly number[]): void {
    this.#store
      .sql(
        `UPDATE hook_deliveries SET due_ms = @now WHERE state = 'waiting' AND due_ms > @now +
           ifnull((SELECT value FROM json_each(@waits) WHERE key = hook_deliveries.attempts - 1), 0)`,
      )
      .run({ now, waits: JSON.stringify(waits) });
  }

  /** The clock was put back by so many milliseconds: what waits does so no longer for it. */
  moveForward(milliseconds: number): void {
    this.#store
      .sql("UPDATE hook_deliveries SET due_ms = due_ms - @milliseconds WHERE state = 'waiting'")
      .run({ milliseconds });
  }

  /** When the next attempt that `due` gives is due, in milliseconds since 1970; null when none waits. */
  nextDue(): number | null {
    return (
      this.#store
        .sql<{ due: number | null }>(
          `SELECT min(due_ms) AS due FROM hook_deliveries AS waiting JOIN hooks ON hooks.id = waiting.hook_id
           WHERE state = 'waiting' AND (hooks.active = 1 OR redelivery = 1)`,
        )
        .get()?.due ?? null
    );
  }

  /**
   * Hands the oldest ending of an import to `use`, and forgets it, in one transaction.
   * @returns false when there was none
   */
  takeEnding(use: (ending: ImportEnding) => void): boolean {
    return this.#store.transaction(() => {
      const ending = this.#store
        .sql<ImportEnding & { id: number }>('SELECT * FROM import_endings ORDER BY id LIMIT 1')
        .get();
      if (ending === undefined) return false;
      use(ending);
      this.#store.sql('DELETE FROM import_endings WHERE id = @id').run({ id: ending.id });
      return true;
    });
  }
}

function ownerOf(scope: HookScope): { column: 'repository_id' | 'organization_id'; id: number } {
  return 'repository_id' in scope
    ? { column: 'repository_id', id: scope.repository_id }
    : { column: 'organization_id', id: scope.organization_id };
}
