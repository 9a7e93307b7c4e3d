/** Webhooks: who is told when an import ends, and the deliveries with their retries. */

import { randomUUID } from 'node:crypto';
import { say } from '../../language/sentence.ts';
import type { SecretBox } from '../accounts/secret-box.ts';
import type { EventHub } from '../events/event-hub.ts';
import { inEnglish } from '../failures/sentences.ts';
import type { Log } from '../log.ts';
import { timestamp } from '../store/clock.ts';
import { type DeliveryRow, type HookRow, type HookScope, HookTable, type ImportEnding } from '../store/hooks.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import { encodeSentence } from '../store/sentence-column.ts';
import { forgetOldDeliveries } from './old-deliveries.ts';
import { type Outcome, send } from './send.ts';

/** The one kind of event that hooks can listen to (service.md, "Events"). */
export const REPOSITORY_IMPORT = 'repository_import';
/** Events by which a hook may ask for it. */
export const EVENTS = [REPOSITORY_IMPORT, '*'] as const;

/** States in which an import goes no further by itself. */
const ENDINGS: ReadonlySet<string> = new Set([
  'complete',
  'error',
  'auth_failed',
  'detection_found_nothing',
  'detection_found_multiple',
]);

/** An event as hooks keep it; undefined for one that there is not. service.md calls it RepositoryImportEvent. */
export function readEvent(name: string): (typeof EVENTS)[number] | undefined {
  const plain = name.toLowerCase() === 'repositoryimportevent' ? REPOSITORY_IMPORT : name;
  return EVENTS.find((event) => event === plain);
}

/** Waits before the second attempt and the following ones, in milliseconds; after the last the delivery has failed. */
const RETRIES_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000];
/** Attempts at the same time, one for each receiver. */
const AT_ONCE = 16;
/** How many of them may go to receivers that were slow the last time: the others are always answered soon. */
const SLOW_AT_ONCE = 8;
/** An attempt that takes longer, in milliseconds, makes its receiver a slow one. */
const SLOW_MS = 2000;
/** Answers after which another attempt may fare better. */
const PASSING = (code: number) => code >= 500 || [408, 425, 429].includes(code);
/** A clock that goes back by less is not noticed, in milliseconds. */
const CLOCK_SLACK_MS = 1000;
/** Longest wait that a timer can hold, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A webhook as the API tells of it. Its address may hold a token (`https://host/services/T0/B0/…`). */
export type Webhook = Omit<HookRow, 'url'> & {
  /** Null when it cannot be read any more. */
  url: string | null;
};

/** Before an address that is encrypted, in the database. */
const SEALED = 'sealed:';

export interface HookChange {
  url?: string | undefined;
  /** Null or '' for none. */
  secret?: string | null | undefined;
  content_type?: 'json' | 'form' | undefined;
  events?: string[] | undefined;
  active?: boolean | undefined;
}

export interface WebhookRooms {
  store: Store;
  events: EventHub;
  secrets: SecretBox;
  log: Log;
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds since some moment of this run, whatever the clock says. */
  elapsed(): number;
  /** The owner of a repository, and the payload that says how its import ended; null when the repository is gone. */
  describe(ending: ImportEnding): { ownerId: number; payload: unknown } | null;
}

export class Webhooks {
  readonly #table: HookTable;
  readonly #rooms: WebhookRooms;
  readonly #abort = new AbortController();
  /** Attempts that run, by hook: a receiver that hangs keeps nobody waiting but itself. */
  readonly #sending = new Map<number, { receiver: string; done: Promise<void> }>();
  /** Receivers that were slow the last time. */
  readonly #slow = new Set<string>();
  readonly #unsubscribe: () => void;
  #forgetting: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  /** How far the clock is from the time of this run, at the last look. */
  #clockOffset: number | null = null;

  constructor(rooms: WebhookRooms) {
    this.#rooms = rooms;
    this.#table = new HookTable(rooms.store);
    this.#unsubscribe = rooms.events.subscribe((event) => {
      const ended = event.type === 'import.changed' && ENDINGS.has(event.status);
      if (ended || event.type === 'import.removed' || event.type === 'repository.removed') this.#look();
    });
  }

  /** At the start: seals addresses that earlier versions kept as they were, tells what ended just before a crash, and goes on with deliveries that wait. */
  start(): void {
    this.#sealOpenAddresses();
    this.#look();
    this.#forgetting = forgetOldDeliveries(this.#table, this.#abort.signal).catch((error: unknown) => {
      this.#rooms.log('warning', `Old deliveries of webhooks could not be removed. ${String(error)}`);
    });
  }

  #sealOpenAddresses(): void {
    const open = this.#table.withOpenAddress(SEALED);
    if (open.length === 0) return;
    for (const { id, url } of open) this.change({ id }, { url });
    try {
      this.#rooms.store.forgetReplaced();
    } catch (error) {
      const advice = 'Make room on the disk of the data folder and set them anew.';
      this.#rooms.log(
        'warning',
        `Earlier addresses of webhooks may still lie in the database. ${advice} ${String(error)}`,
      );
    }
  }

  byId(id: number): Webhook | undefined {
    const row = this.#table.byId(id);
    return row === undefined ? undefined : this.#opened(row);
  }

  /** Hooks of a repository or an organization, oldest first. */
  hooksOf(scope: HookScope, range: ListRange): Listing<Webhook> {
    return { rows: this.#table.of(scope, range).map((row) => this.#opened(row)), total: this.#table.countOf(scope) };
  }

  delivery(id: number): DeliveryRow | undefined {
    return this.#table.delivery(id);
  }

  /** Deliveries of a hook, newest first. */
  deliveries(hookId: number, range: ListRange): Listing<DeliveryRow> {
    return { rows: this.#table.deliveries(hookId, range), total: this.#table.countDeliveries(hookId) };
  }

  create(scope: HookScope, change: HookChange & { url: string }): Webhook {
    return this.#rooms.store.transaction(() => {
      // What is sealed is bound to the hook's id.
      const row = this.#table.insert(scope, {
        url: '',
        secret: null,
        content_type: change.content_type ?? 'form',
        events: JSON.stringify(change.events ?? [REPOSITORY_IMPORT]),
        active: change.active === false ? 0 : 1,
      });
      return this.change(row, { url: change.url, secret: change.secret });
    });
  }

  change({ id }: Pick<Webhook, 'id'>, change: HookChange): Webhook {
    const row = this.#table.byId(id) as HookRow;
    const { secrets } = this.#rooms;
    this.#table.update(id, {
      url: change.url === undefined ? row.url : SEALED + secrets.close(change.url, addressContext(row)),
      secret:
        change.secret === undefined ? row.secret : change.secret ? secrets.close(change.secret, contextOf(row)) : null,
      content_type: change.content_type ?? row.content_type,
      events: change.events === undefined ? row.events : JSON.stringify(change.events),
      active: change.active === undefined ? row.active : change.active ? 1 : 0,
    });
    this.#tell(id);
    // What waited while it was off.
    if (row.active === 0 && change.active === true) this.#sendDue();
    return this.#opened(this.#table.byId(id) as HookRow);
  }

  remove(hook: Pick<Webhook, 'id'>): void {
    const ownerId = this.#table.accountOf(hook.id);
    this.#table.remove(hook.id);
    this.#tell(hook.id, ownerId);
  }

  /** Sends the payload of a delivery again, as a delivery of its own under the same id. */
  redeliver(delivery: DeliveryRow): DeliveryRow {
    const again = this.#table.insertDelivery({
      hook_id: delivery.hook_id,
      guid: delivery.guid,
      event: delivery.event,
      redelivery: 1,
      payload: delivery.payload,
      due_ms: this.#rooms.now(),
    });
    this.#tell(delivery.hook_id);
    this.#sendDue();
    return again;
  }

  /** Resolves when no attempt runs. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all([...this.#sending.values()].map(({ done }) => done));
  }

  /** Ends attempts; what was not delivered waits for the next start. */
  async close(): Promise<void> {
    this.#unsubscribe();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#abort.abort();
    await Promise.all([this.#forgetting, ...[...this.#sending.values()].map(({ done }) => done)]);
  }

  #look(): void {
    if (this.#abort.signal.aborted) return;
    while (this.#table.takeEnding((ending) => this.#enqueue(ending)));
    this.#sendDue();
  }

  #enqueue(ending: ImportEnding): void {
    const described = this.#rooms.describe(ending);
    if (described === null) return;
    for (const hook of this.#table.listening(ending.repository_id, described.ownerId)) {
      const events = JSON.parse(hook.events) as string[];
      if (!events.includes(REPOSITORY_IMPORT) && !events.includes('*')) continue;
      this.#table.insertDelivery({
        hook_id: hook.id,
        guid: randomUUID(),
        event: REPOSITORY_IMPORT,
        redelivery: 0,
        payload: JSON.stringify(described.payload),
        due_ms: this.#rooms.now(),
      });
      this.#tell(hook.id);
    }
  }

  #sendDue(): void {
    if (this.#abort.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const now = this.#rooms.now();
    this.#followClock(now);
    for (const { id, hook_id } of this.#table.due(now)) {
      if (this.#sending.size >= AT_ONCE) return;
      if (this.#sending.has(hook_id)) continue;
      const receiver = this.#receiverOf(hook_id);
      if (!this.#mayAsk(receiver)) continue;
      const started = performance.now();
      const done = this.#attempt(this.#table.delivery(id) as DeliveryRow).finally(() => {
        this.#sending.delete(hook_id);
        if (performance.now() - started > SLOW_MS) this.#slow.add(receiver);
        else this.#slow.delete(receiver);
        this.#sendDue();
      });
      this.#sending.set(hook_id, { receiver, done });
    }
    const next = this.#table.nextDue();
    if (next === null || this.#sending.size > 0) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.min(Math.max(0, next - now), LONGEST_TIMER));
    this.#timer.unref();
  }

  /** Waits are stored as moments; a clock that is put back must not make them longer. */
  #followClock(now: number): void {
    const offset = now - this.#rooms.elapsed();
    if (this.#clockOffset === null) this.#table.pullForward(now, RETRIES_MS);
    else if (offset < this.#clockOffset - CLOCK_SLACK_MS)
      this.#table.moveForward(Math.round(this.#clockOffset - offset));
    this.#clockOffset = offset;
  }

  /** Where a hook sends to: hooks with the same host are one receiver. */
  #receiverOf(hookId: number): string {
    const url = this.byId(hookId)?.url ?? null;
    return url === null ? `hook ${hookId}` : new URL(url).origin;
  }

  #mayAsk(receiver: string): boolean {
    const receivers = [...this.#sending.values()].map((sending) => sending.receiver);
    if (!this.#slow.has(receiver)) return true;
    // A slow one is asked once at a time, whatever hooks lead to it.
    return !receivers.includes(receiver) && receivers.filter((other) => this.#slow.has(other)).length < SLOW_AT_ONCE;
  }

  async #attempt(delivery: DeliveryRow): Promise<void> {
    const hook = this.byId(delivery.hook_id);
    if (hook === undefined) return;
    const secret = this.#secretOf(hook);
    if (secret === undefined || hook.url === null) {
      this.#record(delivery, hook, UNSIGNABLE);
      return;
    }
    const outcome = await send({
      url: hook.url,
      contentType: hook.content_type,
      secret,
      event: delivery.event,
      guid: delivery.guid,
      hookId: hook.id,
      payload: delivery.payload,
      signal: this.#abort.signal,
    });
    // Cut off by the engine's own end: as if it had not been tried.
    if (this.#abort.signal.aborted) return;
    this.#record(delivery, hook, outcome);
  }

  #record(delivery: DeliveryRow, hook: Webhook, outcome: Outcome): void {
    const { statusCode } = outcome;
    const delivered = statusCode !== null && statusCode >= 200 && statusCode < 300;
    const wait = RETRIES_MS[delivery.attempts];
    const passing = outcome !== UNSIGNABLE && (statusCode === null || PASSING(statusCode));
    const again = !delivered && wait !== undefined && passing;
    this.#table.attempted(delivery.id, {
      state: delivered ? 'delivered' : again ? 'waiting' : 'failed',
      due_ms: again ? this.#rooms.now() + wait : null,
      request_headers: JSON.stringify(outcome.requestHeaders),
      status_code: statusCode,
      problem: outcome.problem === null ? null : encodeSentence(outcome.problem),
      response_headers: outcome.responseHeaders === null ? null : JSON.stringify(outcome.responseHeaders),
      response_body: outcome.responseBody,
      duration_ms: outcome.durationMs,
      delivered_at: delivered ? timestamp() : null,
    });
    if (!delivered && !again) {
      const why = outcome.problem === null ? `It answered ${statusCode}.` : inEnglish(outcome.problem);
      this.#rooms.log(
        'warning',
        `Webhook ${hook.id}: a delivery${hook.url === null ? '' : ` to ${new URL(hook.url).origin}`} was given up. ${why}`,
      );
    }
    this.#tell(hook.id);
  }

  /** Null without a secret; undefined for one that cannot be read. */
  #secretOf(hook: Pick<Webhook, 'id' | 'secret'>): string | null | undefined {
    if (hook.secret === null) return null;
    try {
      return this.#rooms.secrets.open(hook.secret, contextOf(hook));
    } catch {
      return undefined;
    }
  }

  #opened(row: HookRow): Webhook {
    if (!row.url.startsWith(SEALED)) return row;
    try {
      return { ...row, url: this.#rooms.secrets.open(row.url.slice(SEALED.length), addressContext(row)) };
    } catch {
      return { ...row, url: null };
    }
  }

  #tell(hookId: number, ownerId = this.#table.accountOf(hookId)): void {
    if (ownerId === undefined) return;
    this.#rooms.events.emit({ type: 'hook.changed', owner_id: ownerId, hook_id: hookId });
  }
}

/** A receiver must never get what it asked to be signed without a signature. */
const UNSIGNABLE: Outcome = {
  requestHeaders: {},
  statusCode: null,
  problem: say(
    'The address or the secret of this webhook cannot be read any more, so nothing was sent. Set both of them again.',
  ),
  responseHeaders: null,
  responseBody: null,
  durationMs: 0,
};

/** What a secret is bound to: it cannot be moved to another hook. */
function contextOf(hook: Pick<HookRow, 'id'>): string {
  return `hook ${hook.id}`;
}

function addressContext(hook: Pick<HookRow, 'id'>): string {
  return `address of hook ${hook.id}`;
}
