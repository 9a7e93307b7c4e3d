import { Failure } from '../../failures/failure.ts';
import type { BatchEntryRow } from '../../store/import-batches.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';

/** What servers say to a login that they do not know, or to a wrong password. */
const REFUSED = new Set([
  'credentials.login_refused',
  'subversion.login_refused',
  'tfvc.login_refused',
  'tfvc.token_refused',
  'tfvc.windows_refused',
]);

/** A server has let the login in. */
const LET_IN = new Set(['mapping', 'pushing', 'complete']);

type Line = Pick<BatchEntryRow, 'id' | 'batch_id' | 'vcs_url'>;

interface OfList {
  credentials: Map<number, Credentials>;
  /** What servers said to each login: one that was let in once may be refused at another repository for reasons of its own. */
  answers: Map<string, 'refused' | 'let in'>;
}

/**
 * Credentials out of lists, in memory only, and which of them servers refuse: a list with one wrong password in a hundred lines
 * would lock the account.
 */
export class ListLogins {
  readonly #lists = new Map<number, OfList>();

  give(batchId: number, entryId: number, credentials: Credentials): void {
    const list = this.#lists.get(batchId) ?? { credentials: new Map(), answers: new Map() };
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
    this.#lists.get(batchId)?.answers.clear();
  }

  /** @throws Failure for a line whose login its server has refused to other lines, and let none in with */
  requireUnrefused(line: Line): void {
    const login = this.#loginOf(line);
    if (login !== null && this.#lists.get(line.batch_id)?.answers.get(login) === 'refused')
      throw Failure.of('list.login_refused', { host: new URL(line.vcs_url).host });
  }

  /** What became of a line. */
  note(line: Line, { status, failure }: Pick<ImportRecord, 'status' | 'failure'>): void {
    const login = this.#loginOf(line);
    const answers = this.#lists.get(line.batch_id)?.answers;
    if (login === null || answers === undefined) return;
    if (LET_IN.has(status)) answers.set(login, 'let in');
    else if (failure !== null && REFUSED.has(failure.key) && !answers.has(login)) answers.set(login, 'refused');
  }

  #loginOf(line: Line): string | null {
    const credentials = this.of(line);
    if (credentials === null || !URL.canParse(line.vcs_url)) return null;
    const { protocol, host } = new URL(line.vcs_url);
    return JSON.stringify([protocol, host, credentials]);
  }
}
