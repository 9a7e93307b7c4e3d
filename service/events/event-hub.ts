import type { Log } from '../log.ts';
import type { EventListener, GantryEvent } from './events.ts';

/** Hands every event to every listener, in order. */
export class EventHub {
  readonly #listeners = new Set<EventListener>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @returns what ends the subscription */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  emit(event: GantryEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        // A broken listener must not stop an import; the log keeps what it threw.
        this.#log(
          'error',
          `A listener of ${event.type} failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  }
}
