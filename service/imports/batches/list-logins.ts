import { RefusedLogins, saysRefused } from '../../credentials/refused-logins.ts';
import { Failure } from '../../failures/failure.ts';
import type { BatchEntryRow } from '../../store/import-batches.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';

/** A server has let the login in. */
const LET_IN = new Set(['mapping', 'pushing', 'complete']);

type Line = Pick<BatchEntryRow, 'id' | 'batch_id' | 'vcs_url'>;

interface OfList {
  credentials: Map<number, Credentials>;
  refused: RefusedLogins;
}

/**
 * Credentials out of lists, in memory only, and which of them servers refuse: a list with one wrong password in a hundred lines
 * would lock the account.
 */
export class ListLogins {
  readonly #lists = new Map<number, OfList>();

  give(batchId: number, entryId: number, credentials: Credentials): void {
    const list = this.#lists.get(batchId) ?? { credentials: new Map(), refused: new RefusedLogins() };
    this.#lists.set(batchId, list);
    list.credentials.set(entryId, credentials);
  }

  of({ batch_id, id }: Line): Credentials | null {
    return this.#lists.get(batch_id)?.credentials.get(id) ?? null;
  }

  forget(batchId: number): void {
    this.#lists.delete(batchId);
  }

  /** A person wants it tried again. */
  forgive(batchId: number): void {
    this.#lists.get(batchId)?.refused.forgive();
  }

  /** @throws Failure for a line whose login its server has refused to other lines, and let none in with */
  requireUnrefused(line: Line): void {
    const host = this.#lists.get(line.batch_id)?.refused.refuserOf(line.vcs_url, this.of(line)) ?? null;
    if (host !== null) throw Failure.of('list.login_refused', { host });
  }

  /** What became of a line. */
  note(line: Line, { status, failure }: Pick<ImportRecord, 'status' | 'failure'>): void {
    const logins = this.#lists.get(line.batch_id)?.refused;
    if (LET_IN.has(status)) logins?.letIn(line.vcs_url, this.of(line));
    else if (failure !== null && saysRefused(failure)) logins?.refused(line.vcs_url, this.of(line));
  }
}
