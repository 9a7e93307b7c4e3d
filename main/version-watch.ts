/** Looks for new versions: once a day where a person asked for that, or when a button is pressed. Never where it is refused. */
import type { FoundVersion, IpcOutput } from './ipc/contract.ts';
import { askFeed, type Feed, FeedFailure } from './new-version.ts';
import type { WindowPreferences } from './window-preferences.ts';

const DAY_MS = 86_400_000;
/** How often is looked whether a day has gone by: machines sleep. */
const HOUR_MS = 3_600_000;

type Kept = Pick<WindowPreferences, 'looksForVersions' | 'lookedForVersionsAt'>;

export interface Watched {
  feed: Feed;
  /** Name of the feed's file. */
  file: string;
  /** Version of this app. */
  current: string;
  fetch: typeof globalThis.fetch;
  read(): Kept;
  write(changes: Partial<Kept>): void;
  /** Told about a version that is newer, found without being asked. */
  found(version: FoundVersion): void;
  now(): number;
}

export class VersionWatch {
  readonly #watched: Watched;
  #last: FoundVersion | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  state(): IpcOutput<'getVersionWatch'> {
    const { feed, read } = this.#watched;
    const refusal = 'refusal' in feed ? feed.refusal : null;
    const { looksForVersions, lookedForVersionsAt } = read();
    return {
      refusal,
      enabled: refusal === null && looksForVersions,
      looked_at: lookedForVersionsAt,
      found: this.#last,
    };
  }

  /** Looks every day from now on, or never again by itself. */
  choose(enabled: boolean): void {
    this.#watched.write({ looksForVersions: enabled });
    this.begin();
  }

  /** Begins to look by itself, where a person wants it. */
  begin(): void {
    this.end();
    if (!this.state().enabled) return;
    this.#timer = setInterval(() => void this.lookWhenDue(), HOUR_MS);
    this.#timer.unref();
    void this.lookWhenDue();
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Looks if the last time was a day ago, without a word when nobody answers. */
  async lookWhenDue(): Promise<void> {
    const { enabled, looked_at } = this.state();
    const since = this.#watched.now() - (looked_at ?? 0);
    // A clock that was ahead does not stop it for ever.
    if (!enabled || (since >= 0 && since < DAY_MS)) return;
    try {
      const found = await this.look();
      if (found.is_newer) this.#watched.found(found);
    } catch (error) {
      if (!(error instanceof FeedFailure)) throw error;
    }
  }

  /** Looks now. @throws FeedFailure with a sentence, also where it never looks */
  async look(): Promise<FoundVersion> {
    const { feed, file, current, fetch, now, write } = this.#watched;
    if ('refusal' in feed) throw new FeedFailure(feed.refusal);
    // Also when it fails: a machine that is offline is not asked every hour.
    write({ lookedForVersionsAt: now() });
    this.#last = await askFeed(feed.address, { file, current, fetch });
    return this.#last;
  }
}
