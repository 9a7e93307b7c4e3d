/** What webhooks send: facts.md, "Webhook repository_import". */
import type { Engine } from '../../engine.ts';
import type { AccountRow } from '../../store/accounts.ts';
import { API_PATH } from '../../vocabulary/api-path.ts';
import { representOwner, representRepository } from '../shared/representations.ts';

/** Addresses in payloads while no server listens. */
const NO_SERVER = `http://127.0.0.1${API_PATH}`;

/**
 * The payload that says how an import ended: `{status, repository, organization?, sender}`.
 * @returns null when the repository is gone
 */
export function importPayload(
  engine: Pick<Engine, 'accounts' | 'repositories' | 'loopback'>,
  repositoryId: number,
  status: string,
): { ownerId: number; payload: unknown } | null {
  const repository = engine.repositories.byId(repositoryId);
  const sender = engine.accounts.owner();
  if (repository === undefined || sender === undefined) return null;
  const owner = engine.accounts.byId(repository.owner_id) as AccountRow;
  const base = engine.loopback.state().base_url ?? NO_SERVER;
  const represented = representOwner(base, owner);
  return {
    ownerId: owner.id,
    payload: {
      status,
      repository: representRepository(base, repository, owner),
      ...(owner.type === 'Organization' ? { organization: represented } : {}),
      sender: owner.type === 'User' ? represented : representOwner(base, sender),
    },
  };
}
