/** What webhooks send: facts.md, "Webhook repository_import". */
import type { Engine } from '../../engine.ts';
import { inEnglish } from '../../failures/sentences.ts';
import { verdictInWords } from '../../imports/report/report-in-words.ts';
import type { AccountRow } from '../../store/accounts.ts';
import type { ImportEnding } from '../../store/hooks.ts';
import { API_PATH } from '../../vocabulary/api-path.ts';
import { representOwner, representRepository } from '../shared/representations.ts';

/** Addresses in payloads while no server listens. */
const NO_SERVER = `http://127.0.0.1${API_PATH}`;

/**
 * The payload that says how an import ended: `{status, repository, organization?, sender}`, and the verdict of a success.
 * @returns null when the repository is gone
 */
export function importPayload(
  engine: Pick<Engine, 'accounts' | 'facts' | 'imports' | 'repositories' | 'loopback'>,
  { repository_id, status, started_by }: ImportEnding,
): { ownerId: number; payload: unknown } | null {
  const repository = engine.repositories.byId(repository_id);
  const starter = started_by === null ? undefined : engine.accounts.byId(started_by);
  const sender = starter ?? engine.accounts.owner();
  if (repository === undefined || sender === undefined) return null;
  const owner = engine.accounts.byId(repository.owner_id) as AccountRow;
  const verdict = status === 'success' ? (engine.imports.records.ofRepository(repository_id)?.verdict ?? null) : null;
  const base = engine.loopback.state().base_url ?? NO_SERVER;
  const represented = representOwner(base, owner);
  return {
    ownerId: owner.id,
    payload: {
      status,
      // Whoever hears it has no language that is known here.
      ...(verdict === null ? {} : { verdict: verdictInWords(verdict, inEnglish) }),
      repository: representRepository(engine, base, repository, sender),
      ...(owner.type === 'Organization' ? { organization: represented } : {}),
      sender: representOwner(base, sender),
    },
  };
}
