/** Tokens, the applications they are made for, and what those were granted. */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Sentence, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import type { ApplicationRow } from '../store/applications.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import { TokenOrganizationTable } from '../store/token-organizations.ts';
import { type GrantWithApplication, type TokenRow, TokenTable, type TokenWithApplication } from '../store/tokens.ts';
import { isScope, normaliseScopes } from './scopes.ts';

/** Bytes of a token; written as 40 hex digits, as the original service did in its day (facts.md). */
const TOKEN_BYTES = 20;

/** Lower-case hex SHA-256 of a secret's ASCII form (facts.md: proved on recorded pairs). */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function newSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('hex');
}

/** A value that a token cannot have. `code` is one of the API's validation codes. */
export class InvalidToken extends SaidError {
  readonly field: string;
  readonly code: 'missing_field' | 'already_exists' | 'invalid' | 'custom';
  constructor(field: string, code: InvalidToken['code'], said: Sentence) {
    // What only programs read is English, in words.
    super(typeof said === 'string' ? [said] : said);
    this.field = field;
    this.code = code;
  }
}

export interface TokenFields {
  scopes?: readonly string[] | null | undefined;
  note?: string | null | undefined;
  note_url?: string | null | undefined;
  fingerprint?: string | null | undefined;
}

export interface ScopeChange {
  scopes?: readonly string[] | null | undefined;
  add_scopes?: readonly string[] | undefined;
  remove_scopes?: readonly string[] | undefined;
}

/** A token with its text, which only its making ever shows. */
export interface NewToken {
  row: TokenWithApplication;
  token: string;
}

/** Where tokens look up what they are made for. */
interface KnownApplications {
  byClientId(clientId: string): ApplicationRow | undefined;
}

export class Tokens {
  /** Which tokens reach organizations that enforce single sign-on. */
  readonly organizations: TokenOrganizationTable;
  readonly #table: TokenTable;
  readonly #store: Store;
  readonly #applications: KnownApplications;

  constructor(store: Store, applications: KnownApplications) {
    this.#store = store;
    this.#applications = applications;
    this.#table = new TokenTable(store);
    this.organizations = new TokenOrganizationTable(store);
  }

  /**
   * The application that a client id and secret name.
   * @throws InvalidToken when there is none or the secret is another's
   */
  application(clientId: string, secret: string): ApplicationRow {
    const row = this.#applications.byClientId(clientId);
    // Compared also when there is none, so that the time does not tell which client ids exist.
    const expected = Buffer.from(row?.client_secret_hash ?? hashSecret(''), 'hex');
    const right = timingSafeEqual(Buffer.from(hashSecret(secret), 'hex'), expected);
    if (row === undefined || !right) {
      throw new InvalidToken(
        'client_secret',
        'invalid',
        say('The client id and the client secret do not belong together.'),
      );
    }
    return row;
  }

  /**
   * Makes a token: a personal one, or one of an application.
   * @throws InvalidToken
   */
  create(accountId: number, application: ApplicationRow | null, fields: TokenFields): NewToken {
    return this.#store.transaction(() => {
      const note = fields.note?.trim() || null;
      if (application === null) this.#requireNote(accountId, note, 0);
      const grantId = application === null ? null : this.#grant(accountId, application.id);
      this.#requireFingerprint(grantId, fields.fingerprint || null, 0);
      const token = newSecret();
      const id = this.#table.insert({
        account_id: accountId,
        grant_id: grantId,
        note,
        note_url: fields.note_url ?? null,
        fingerprint: fields.fingerprint || null,
        scopes: JSON.stringify(checkedScopes(fields.scopes ?? [])),
        hashed_token: hashSecret(token),
        token_last_eight: token.slice(-8),
      });
      if (grantId !== null) this.#table.touchGrant(grantId);
      return { row: this.#table.byId(accountId, id) as TokenWithApplication, token };
    });
  }

  /** The application's token with this fingerprint, or a new one. `token` is null for one that was there. */
  getOrCreate(
    accountId: number,
    application: ApplicationRow,
    fields: TokenFields,
  ): { row: TokenWithApplication; token: string | null } {
    const grant = this.#table.grantOf(accountId, application.id);
    const known = grant === undefined ? undefined : this.#table.ofGrant(grant.id, fields.fingerprint || null);
    if (known === undefined) return this.create(accountId, application, fields);
    return { row: this.#table.byId(accountId, known.id) as TokenWithApplication, token: null };
  }

  /** @throws InvalidToken */
  update(token: TokenWithApplication, fields: Omit<TokenFields, 'scopes'>, change: ScopeChange): TokenWithApplication {
    const named = Object.values(change).filter((value) => value !== undefined);
    if (named.length > 1) {
      throw new InvalidToken('scopes', 'custom', 'Send only one of scopes, add_scopes and remove_scopes.');
    }
    return this.#store.transaction(() => {
      const note = fields.note === undefined ? token.note : fields.note?.trim() || null;
      if (token.grant_id === null) this.#requireNote(token.account_id, note, token.id);
      const next = {
        ...token,
        note,
        note_url: fields.note_url === undefined ? token.note_url : fields.note_url,
        fingerprint: fields.fingerprint === undefined ? token.fingerprint : fields.fingerprint || null,
        scopes: JSON.stringify(changedScopes(scopesOf(token), change)),
      };
      this.#requireFingerprint(token.grant_id, next.fingerprint, token.id);
      const keys = ['note', 'note_url', 'fingerprint', 'scopes'] as const;
      if (keys.every((key) => next[key] === token[key])) return token;
      this.#table.update(next);
      if (token.grant_id !== null) this.#table.touchGrant(token.grant_id);
      return this.#table.byId(token.account_id, token.id) as TokenWithApplication;
    });
  }

  /** Gives the token a new text; the old one stops working. */
  regenerate(token: TokenWithApplication): NewToken {
    return this.#store.transaction(() => {
      const text = newSecret();
      this.#table.update({ ...token, hashed_token: hashSecret(text), token_last_eight: text.slice(-8) });
      return { row: this.#table.byId(token.account_id, token.id) as TokenWithApplication, token: text };
    });
  }

  /** An application without a token left loses its grant. */
  delete(token: TokenRow): void {
    this.#store.transaction(() => {
      this.#table.delete(token.id);
      if (token.grant_id === null) return;
      if (this.#table.tokensOfGrant(token.grant_id) === 0) this.#table.deleteGrant(token.grant_id);
      else this.#table.touchGrant(token.grant_id);
    });
  }

  /** Deletes every token of the account, and with them what it granted to applications. Gives how many there were. */
  deleteAll(accountId: number): number {
    return this.#store.transaction(() => {
      const tokens = this.#table.list(accountId, { limit: this.#table.count(accountId), offset: 0 });
      for (const token of tokens) this.delete(token);
      return tokens.length;
    });
  }

  /** The token of an `Authorization` header's text. */
  find(text: string): TokenRow | undefined {
    return this.#table.byHash(hashSecret(text));
  }

  /** A token of the account, whatever it was made for. */
  byId(accountId: number, id: number): TokenWithApplication | undefined {
    return this.#table.byId(accountId, id);
  }

  /** Tokens of the account, oldest first. */
  ofAccount(accountId: number, range: ListRange): Listing<TokenWithApplication> {
    return { rows: this.#table.list(accountId, range), total: this.#table.count(accountId) };
  }

  /** What the account granted to an application. */
  grantById(accountId: number, id: number): GrantWithApplication | undefined {
    return this.#table.grantById(accountId, id);
  }

  /** What the account granted to applications, oldest first. */
  grantsOf(accountId: number, range: ListRange): Listing<GrantWithApplication> {
    return { rows: this.#table.listGrants(accountId, range), total: this.#table.countGrants(accountId) };
  }

  /** Takes back what an application was granted; its tokens stop working. */
  removeGrant(grant: GrantWithApplication): void {
    this.#table.deleteGrant(grant.id);
  }

  #grant(accountId: number, applicationId: number): number {
    return this.#table.grantOf(accountId, applicationId)?.id ?? this.#table.insertGrant(accountId, applicationId);
  }

  /** What tells the tokens of an application and a person apart. */
  #requireFingerprint(grantId: number | null, fingerprint: string | null, except: number): void {
    if (grantId === null || fingerprint === null) return;
    if (!this.#table.hasFingerprint(grantId, fingerprint, except)) return;
    throw new InvalidToken(
      'fingerprint',
      'already_exists',
      'Another token of this application has this fingerprint. Choose a different one, or ask for that token.',
    );
  }

  #requireNote(accountId: number, note: string | null, except: number): void {
    // The field's names are those that public clients were written against (facts.md).
    if (note === null)
      throw new InvalidToken('description', 'missing_field', say('A token needs a note that says what it is for.'));
    if (this.#table.hasPersonalNote(accountId, note, except)) {
      throw new InvalidToken(
        'description',
        'already_exists',
        say('Another token has this note. Choose a different one.'),
      );
    }
  }
}

export function scopesOf(token: Pick<TokenRow, 'scopes'>): string[] {
  return JSON.parse(token.scopes) as string[];
}

function checkedScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.find((name) => !isScope(name));
  if (unknown !== undefined)
    throw new InvalidToken('scopes', 'invalid', say('"{scope}" is not a scope.', { scope: unknown }));
  return normaliseScopes(scopes);
}

function changedScopes(held: readonly string[], change: ScopeChange): string[] {
  if (change.add_scopes !== undefined) return checkedScopes([...held, ...change.add_scopes]);
  if (change.remove_scopes !== undefined) {
    const gone = new Set(checkedScopesWithoutImplied(change.remove_scopes));
    return held.filter((name) => !gone.has(name));
  }
  return change.scopes === undefined ? [...held] : checkedScopes(change.scopes ?? []);
}

/** Checked, but kept as named: removing `user` and `user:email` removes both. */
function checkedScopesWithoutImplied(scopes: readonly string[]): readonly string[] {
  checkedScopes(scopes);
  return scopes;
}
