import type { Locator, Page } from '@playwright/test';

/** Locking and signing in, and the dialog that asks for the password again. */
export class SessionPage {
  readonly page: Page;
  readonly screen: Locator;
  readonly lock: Locator;
  readonly login: Locator;
  readonly password: Locator;
  readonly code: Locator;
  readonly unlock: Locator;
  readonly signIn: Locator;
  readonly error: Locator;
  readonly confirmation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.screen = page.getByTestId('sign-in');
    this.lock = page.getByTestId('nav-lock');
    this.login = this.screen.getByLabel('Login');
    this.password = this.screen.getByLabel('Password', { exact: true });
    this.code = this.screen.getByLabel('Code');
    this.unlock = this.screen.getByRole('button', { name: 'Unlock' });
    this.signIn = this.screen.getByRole('button', { name: 'Sign in', exact: true });
    this.error = this.screen.getByTestId('error-notice');
    this.confirmation = page.getByTestId('confirm-password');
  }

  /** Signs in as somebody else than the one whose window it is, and waits for Home. */
  async signInAs(login: string, password: string): Promise<void> {
    await this.lock.click();
    await this.screen.getByRole('button', { name: 'Sign in as somebody else' }).click();
    await this.login.fill(login);
    await this.password.fill(password);
    await this.signIn.click();
    await this.page.getByRole('heading', { name: 'Home' }).waitFor();
  }

  /** Answers the dialog that asks for the password again. */
  async confirm(password: string, code?: string): Promise<void> {
    await this.confirmation.getByLabel(/^Password of/).fill(password);
    if (code !== undefined) {
      await this.confirmation.getByRole('button', { name: 'Confirm' }).click();
      await this.confirmation.getByLabel('Code').fill(code);
    }
    await this.confirmation.getByRole('button', { name: 'Confirm' }).click();
    await this.confirmation.waitFor({ state: 'hidden' });
  }
}
