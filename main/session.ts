/** Who is signed in to the window, in memory. Passwords pass through and are not kept. */
import { z } from 'zod';
import type { TrustedIdentity } from '../service/index.ts';
import type { EngineAnswer } from './engine-thread/answer.ts';
import type { PasswordAnswer, SessionState } from './ipc/contract.ts';
import { t } from './language/text.ts';
import type { WindowPreferences } from './window-preferences.ts';

/** How long a password that was given counts, in milliseconds. The engine holds to the same. */
const confirmedFor = 15 * 60_000;

/** What the session needs of the engine. */
interface AccountDesk {
  /** The account that set the installation up; null before that. */
  owner(): Promise<string | null>;
  request(
    identity: TrustedIdentity,
    method: string,
    path: string,
    content?: { body?: string; contentType?: string },
  ): Promise<EngineAnswer>;
}

/** What outlives the app's end. */
interface Memory {
  read(): Pick<WindowPreferences, 'askAtStart' | 'lastLogin' | 'leftClosed'>;
  change(changes: Partial<Pick<WindowPreferences, 'lastLogin' | 'leftClosed'>>): void;
}

const acceptedSchema = z.object({ account: z.object({ login: z.string() }) });
const refusedSchema = z.object({ message: z.string() });

const tooLate = (): PasswordAnswer => ({
  accepted: false,
  message: t('The window was closed to this account meanwhile. Give the password once more.'),
  code_needed: false,
});

export class Session {
  readonly #desk: AccountDesk;
  readonly #memory: Memory;
  readonly #listeners = new Set<(state: SessionState) => void>();
  /** Whether somebody can sign in at all. */
  #hasOwner = false;
  #login: string | null = null;
  #locked = false;
  #confirmedAt: number | null = null;
  /** How often it was locked or signed out: a password that is still being checked then comes too late. */
  #closings = 0;

  constructor(desk: AccountDesk, memory: Memory) {
    this.#desk = desk;
    this.#memory = memory;
  }

  /** Goes in as the last account, or the owner; locked when the person wants to be asked, or left it so. */
  async restore(): Promise<void> {
    const { askAtStart, lastLogin, leftClosed } = this.#memory.read();
    const owner = await this.#desk.owner();
    this.#hasOwner = owner !== null;
    const known = owner !== null && lastLogin !== null && (await this.#exists(lastLogin));
    this.#login = known ? lastLogin : owner;
    this.#locked = this.#login !== null && (askAtStart || leftClosed);
    this.#tell();
  }

  state(): SessionState {
    const until = this.#confirmedAt === null ? null : this.#confirmedAt + confirmedFor;
    return { login: this.#login, locked: this.#locked, confirmed_until: until };
  }

  isOpen(): boolean {
    return this.#login !== null && !this.#locked;
  }

  /** Whom requests of the window come from; null while it is locked or nobody is signed in. */
  identity(): TrustedIdentity | null {
    return this.#login === null || this.#locked ? null : { login: this.#login, confirmedAt: this.#confirmedAt };
  }

  /** Opens the window when the password, and the code where there is one, is right. */
  async signIn(login: string, password: string, otp: string | null): Promise<PasswordAnswer> {
    const closings = this.#closings;
    const checked = await this.#check(login, password, otp);
    if (typeof checked !== 'string') return checked;
    if (closings !== this.#closings) return tooLate();
    this.#login = checked;
    this.#locked = false;
    this.#confirmedAt = Date.now();
    this.#memory.change({ lastLogin: checked, leftClosed: false });
    this.#tell();
    return { accepted: true };
  }

  /** Takes the password of the account that is signed in once more, for what asks for it. */
  async confirmPassword(password: string, otp: string | null): Promise<PasswordAnswer> {
    const login = this.#login;
    if (login === null) return { accepted: false, message: t('Nobody is signed in.'), code_needed: false };
    const closings = this.#closings;
    const checked = await this.#check(login, password, otp);
    if (typeof checked !== 'string') return checked;
    if (closings !== this.#closings) return tooLate();
    this.#confirmedAt = Date.now();
    this.#tell();
    return { accepted: true };
  }

  /** The password of the account that is signed in came with a request that the engine took. */
  passwordGiven(): void {
    if (!this.isOpen()) return;
    this.#confirmedAt = Date.now();
    this.#tell();
  }

  signOut(): void {
    if (!this.#hasOwner) return;
    this.#login = null;
    this.#close();
  }

  lock(): void {
    if (this.#login === null || this.#locked) return;
    this.#locked = true;
    this.#close();
  }

  /** Locks the window when it is open for an account that got another password elsewhere; the new one opens it. */
  passwordChanged(login: string): void {
    // A password that is being checked right now may be the old one.
    this.#closings++;
    if (this.#login !== login) return;
    this.#locked = true;
    this.#close();
  }

  onChange(listener: (state: SessionState) => void): void {
    this.#listeners.add(listener);
  }

  #close(): void {
    this.#closings++;
    this.#confirmedAt = null;
    this.#memory.change({ leftClosed: true });
    this.#tell();
  }

  /** The account's login as it is written, or why these credentials do not open it. */
  async #check(
    login: string,
    password: string,
    otp: string | null,
  ): Promise<string | Extract<PasswordAnswer, { accepted: false }>> {
    const response = await this.#desk.request({ login }, 'POST', '/session', {
      body: JSON.stringify({ login, password, ...(otp === null ? {} : { otp }) }),
      contentType: 'application/json',
    });
    if (response.ok) return acceptedSchema.parse(await response.json()).account.login;
    const { message } = refusedSchema.parse(await response.json());
    if (response.headers.has('x-gantry-otp')) {
      const sentence = otp === null ? t('Enter the code that your authenticator app shows.') : message;
      return { accepted: false, message: sentence, code_needed: true };
    }
    const sentence = response.status === 401 ? t('The login or the password is wrong.') : message;
    return { accepted: false, message: sentence, code_needed: otp !== null };
  }

  async #exists(login: string): Promise<boolean> {
    return (await this.#desk.request({ login }, 'GET', '/user')).ok;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener(this.state());
  }
}
