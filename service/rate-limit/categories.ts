/** The categories that requests are counted in (service.md "Rate limit status", facts.md "Common HTTP"). */

export const CATEGORIES = [
  'core',
  'search',
  'graphql',
  'integration_manifest',
  'code_scanning_upload',
  'source_import',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Allowance {
  /** Requests in a window for an account, and for an address without one. */
  account: number;
  address: number;
  /** Length of the window, in seconds. */
  window: number;
}

export type Allowances = Readonly<Record<Category, Allowance>>;

const HOUR = 3600;
const MINUTE = 60;

/**
 * The original service's allowances. Nothing in this service is counted under `search`, `graphql`,
 * `integration_manifest` or `code_scanning_upload`; clients read them.
 */
export const ALLOWANCES: Allowances = {
  core: { account: 5000, address: 60, window: HOUR },
  search: { account: 30, address: 10, window: MINUTE },
  graphql: { account: 5000, address: 0, window: HOUR },
  integration_manifest: { account: 5000, address: 5000, window: HOUR },
  code_scanning_upload: { account: 500, address: 500, window: HOUR },
  source_import: { account: 100, address: 5, window: MINUTE },
};
