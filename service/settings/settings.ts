/** What the owners of an installation decide for it. */
import type { LoopbackSetting } from '../loopback/setting.ts';
import { DEFAULT_NETWORK, type NetworkSettings } from '../network/settings.ts';
import { setToolPaths, type ToolPaths } from '../processes/tool-commands.ts';
import type { Store } from '../store/open.ts';
import { SettingsTable } from '../store/settings.ts';

/** A time in which `POST /authorizations` answers 410 (service.md "Versioning"). */
export interface Brownout {
  /** ISO 8601. */
  from: string;
  to: string;
  reason: string;
}

export interface InstallationSettings {
  loopback: LoopbackSetting;
  brownouts: Brownout[];
  /** Whether migration operations refuse requests without the preview media type. */
  preview_required: boolean;
  /** Changed through `Networking` alone. */
  network: NetworkSettings;
  /** Programs in place of those found on PATH. */
  tools: ToolPaths;
}

const DEFAULTS: InstallationSettings = {
  loopback: { enabled: false, port: 0 },
  brownouts: [],
  // service.md, "Versioning": the header is marked required.
  preview_required: true,
  network: DEFAULT_NETWORK,
  tools: {},
};

export class Settings {
  readonly #table: SettingsTable;
  readonly #store: Store;
  #values: InstallationSettings;

  constructor(store: Store) {
    this.#store = store;
    this.#table = new SettingsTable(store);
    const stored = Object.keys(DEFAULTS).map((name) => [name, this.#table.get(name)] as const);
    this.#values = { ...DEFAULTS, ...Object.fromEntries(stored.filter(([, value]) => value !== undefined)) };
    setToolPaths(this.#values.tools);
  }

  get values(): Readonly<InstallationSettings> {
    return this.#values;
  }

  /** Changes what is given. */
  change(parts: Partial<InstallationSettings>): void {
    this.#store.transaction(() => {
      for (const [name, value] of Object.entries(parts)) this.#table.set(name, value);
    });
    this.#values = { ...this.#values, ...parts };
    if (parts.tools !== undefined) setToolPaths(parts.tools);
  }

  /** The brownout at a time (milliseconds since 1970), or undefined. */
  brownoutAt(now: number): Brownout | undefined {
    return this.#values.brownouts.find(({ from, to }) => Date.parse(from) <= now && now < Date.parse(to));
  }
}
