/** Events as a client of the API hears them: what changed comes with the row that the API's lists show of it. */
import type { Rooms } from '../engine.ts';
import type { GantryEvent } from '../events/events.ts';
import { representSummary } from './imports/import-representation.ts';
import type { ImportSummary } from './imports/import-schemas.ts';

type ImportChanged = Extract<GantryEvent, { type: 'import.changed' }>;

export type ApiEvent = Exclude<GantryEvent, ImportChanged> | (ImportChanged & { import: ImportSummary });

/** Who hears events. */
export interface Hearer {
  login: string;
  /** `<origin>/api/v3`: what addresses in rows begin with. */
  baseUrl: string;
}

/** An event as somebody hears it; null when it is about an import or an account that is not for them, or that is gone already. */
export function eventFor(
  engine: Rooms<'accounts' | 'imports' | 'repositories'>,
  event: GantryEvent,
  { login, baseUrl }: Hearer,
): ApiEvent | null {
  const aboutAccount = event.type === 'account.changed' || event.type === 'password.changed';
  // Progress is told many times a second: who hears it is not looked up.
  if (!aboutAccount && event.type !== 'import.changed') return event;
  const account = engine.accounts.byLogin(login);
  if (aboutAccount) return event.login === account?.login || account?.site_admin === 1 ? event : null;
  const record = engine.imports.records.byId(event.import_id);
  if (account === undefined || record === undefined) return null;
  const repository = engine.repositories.byId(record.repository_id);
  if (repository === undefined || !engine.accounts.mayUse(account, repository.owner_id)) return null;
  return { ...event, import: representSummary(engine, baseUrl, record) };
}
