import { type Said, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { type AccountRow, AccountTable, type MemberRole, type MemberRow } from '../store/accounts.ts';
import type { Listing, ListRange } from '../store/listing.ts';
import type { Store } from '../store/open.ts';
import type { Reach } from '../store/reach.ts';
import { isLogin } from './login-names.ts';
import { hashPassword, PASSWORD_COST } from './passwords.ts';

/** Shortest password of an account, in characters. */
export const SHORTEST_PASSWORD = 8;
/** Longest one, in characters: what the window's own forms take. */
const LONGEST_PASSWORD = 1024;
/** One `@` with something on both sides, and nothing that ends a line or a header. */
const EMAIL = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/;

/** A value that cannot be taken. `code` is one of the API's validation codes. */
export class InvalidAccount extends SaidError {
  readonly field: string;
  readonly code: 'invalid' | 'already_exists';
  constructor(field: string, code: 'invalid' | 'already_exists', said: Said) {
    super(said);
    this.field = field;
    this.code = code;
  }
}

/** People and organizations of the installation. */
export class Accounts {
  readonly #table: AccountTable;
  readonly #store: Store;
  readonly #passwordCost: number;
  #settingUp = false;

  /** @param passwordCost scrypt's N of new passwords */
  constructor(store: Store, passwordCost = PASSWORD_COST) {
    this.#store = store;
    this.#passwordCost = passwordCost;
    this.#table = new AccountTable(store);
  }

  /** The person who set the installation up, or undefined before that. */
  owner(): AccountRow | undefined {
    return this.#table.first();
  }

  /**
   * Makes a person's account. The first one owns the installation.
   * @throws InvalidAccount
   */
  async createPerson(person: { login: string; password: string; email?: string | undefined }): Promise<AccountRow> {
    this.#checkLogin(person.login, 'login');
    checkPassword(person.password);
    if (person.email !== undefined && !EMAIL.test(person.email)) {
      throw new InvalidAccount(
        'email',
        'invalid',
        say('"{email}" cannot be an e-mail address. Leave it out, or correct it.', { email: person.email }),
      );
    }
    const password_hash = await hashPassword(person.password, this.#passwordCost);
    return this.#store.transaction(() => {
      this.#checkLogin(person.login, 'login');
      const site_admin = this.#table.first() === undefined ? 1 : 0;
      return this.#table.insert({
        type: 'User',
        login: person.login,
        name: null,
        email: person.email ?? null,
        password_hash,
        site_admin,
      });
    });
  }

  /**
   * Gives a person another password; the old one counts no longer from then on.
   * @throws InvalidAccount
   */
  async setPassword(accountId: number, password: string): Promise<void> {
    checkPassword(password);
    this.#table.setPasswordHash(accountId, await hashPassword(password, this.#passwordCost));
  }

  /**
   * Makes the first account and its organization, both or neither.
   * @returns null when somebody was quicker
   * @throws InvalidAccount
   */
  async setUp(first: {
    login: string;
    password: string;
    email?: string | undefined;
    organization?: string | undefined;
  }): Promise<AccountRow | null> {
    if (first.organization !== undefined) {
      this.#checkLogin(first.organization, 'organization');
      if (first.organization.toLowerCase() === first.login.toLowerCase()) {
        throw new InvalidAccount(
          'organization',
          'already_exists',
          say('The organization needs another name than the account.'),
        );
      }
    }
    if (this.#settingUp || this.owner() !== undefined) return null;
    this.#settingUp = true;
    try {
      const account = await this.createPerson(first);
      if (first.organization !== undefined) this.createOrganization({ login: first.organization, name: null }, account);
      return account;
    } finally {
      this.#settingUp = false;
    }
  }

  /**
   * Makes an organization that `owner` owns.
   * @throws InvalidAccount
   */
  createOrganization(organization: { login: string; name: string | null }, owner: AccountRow): AccountRow {
    return this.#store.transaction(() => {
      this.#checkLogin(organization.login, 'login');
      const row = this.#table.insert({
        type: 'Organization',
        login: organization.login,
        name: organization.name,
        email: null,
        password_hash: null,
        site_admin: 0,
      });
      this.#table.setRole(row.id, owner.id, 'owner');
      return row;
    });
  }

  byLogin(login: string): AccountRow | undefined {
    return this.#table.byLogin(login);
  }

  byId(id: number): AccountRow | undefined {
    return this.#table.byId(id);
  }

  /** Everybody who can sign in, oldest first. */
  people(range: ListRange): Listing<AccountRow> {
    return { rows: this.#table.people(range), total: this.#table.countPeople() };
  }

  /** Members of an organization with their roles, oldest account first. */
  members(organizationId: number, range: ListRange): Listing<MemberRow> {
    return { rows: this.#table.members(organizationId, range), total: this.#table.countMembers(organizationId) };
  }

  /** Null for one who is no member. */
  roleOf(organizationId: number, accountId: number): MemberRole | null {
    return this.#table.role(organizationId, accountId);
  }

  isMember(organizationId: number, accountId: number): boolean {
    return this.#table.role(organizationId, accountId) !== null;
  }

  /** Organizations that the account uses. Without `singleSignOn` in its reach, those that enforce it are left out. */
  organizationsOf(accountId: number, reach: Reach, range: ListRange): Listing<AccountRow> {
    return {
      rows: this.#table.organizationsOf(accountId, reach, range),
      total: this.#table.countOrganizationsOf(accountId, reach),
    };
  }

  /** Ids of the account's organizations that enforce single sign-on. */
  singleSignOnOf(accountId: number): number[] {
    return this.#table.singleSignOnOf(accountId);
  }

  /** Whether tokens made with a password are kept out of the organization. */
  setSamlEnforced(organizationId: number, enforced: boolean): void {
    this.#table.setSamlEnforced(organizationId, enforced);
  }

  /** Whether the account may see and change what belongs to `ownerId`. */
  mayUse(account: AccountRow, ownerId: number): boolean {
    return account.id === ownerId || account.site_admin === 1 || this.#table.role(ownerId, account.id) !== null;
  }

  /** Whether the account may do what only owners may with what belongs to `ownerId`. */
  mayAdminister(account: AccountRow, ownerId: number): boolean {
    return account.id === ownerId || account.site_admin === 1 || this.#table.role(ownerId, account.id) === 'owner';
  }

  /**
   * Makes somebody a member of an organization, or changes the role.
   * @throws InvalidAccount when nobody would own the organization any more
   */
  setRole(organization: AccountRow, account: AccountRow, role: MemberRole): void {
    this.#store.transaction(() => {
      if (role !== 'owner') this.#keepAnOwner(organization, account);
      this.#table.setRole(organization.id, account.id, role);
    });
  }

  /** @throws InvalidAccount when nobody would own the organization any more */
  removeMember(organization: AccountRow, account: AccountRow): void {
    this.#store.transaction(() => {
      this.#keepAnOwner(organization, account);
      this.#table.removeMember(organization.id, account.id);
    });
  }

  #keepAnOwner(organization: AccountRow, leaving: AccountRow): void {
    if (this.#table.role(organization.id, leaving.id) !== 'owner' || this.#table.countOwners(organization.id) > 1)
      return;
    const sentence = say('{login} is the last owner of {organization}. Make somebody else an owner first.', {
      login: leaving.login,
      organization: organization.login,
    });
    throw new InvalidAccount('role', 'invalid', sentence);
  }

  /** Throws InvalidAccount when the login cannot be a new account's. */
  #checkLogin(login: string, field: string): void {
    if (!isLogin(login)) {
      throw new InvalidAccount(
        field,
        'invalid',
        say(
          '"{login}" cannot be a login: use letters, digits and single hyphens inside, at most 39 characters, and no name that Windows keeps for devices (con, aux, nul, com1).',
          { login },
        ),
      );
    }
    if (this.#table.byLogin(login) !== undefined) {
      throw new InvalidAccount(field, 'already_exists', say('The login "{login}" is taken.', { login }));
    }
  }
}

/** Throws InvalidAccount when it cannot be a password. */
function checkPassword(password: string): void {
  if (password.length < SHORTEST_PASSWORD) {
    throw new InvalidAccount(
      'password',
      'invalid',
      say('The password needs {count} characters or more.', { count: SHORTEST_PASSWORD }),
    );
  }
  if (password.length > LONGEST_PASSWORD) {
    throw new InvalidAccount(
      'password',
      'invalid',
      say('The password can have {count} characters at most.', { count: LONGEST_PASSWORD }),
    );
  }
}
