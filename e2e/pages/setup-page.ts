import type { Locator, Page } from '@playwright/test';

/** First run: the owner's account. */
export class SetupPage {
  readonly page: Page;
  readonly screen: Locator;
  readonly login: Locator;
  readonly password: Locator;
  readonly organization: Locator;
  readonly submit: Locator;
  readonly tools: Locator;

  constructor(page: Page) {
    this.page = page;
    this.screen = page.getByTestId('setup');
    this.login = page.getByLabel('Login');
    this.password = page.getByLabel('Password', { exact: false }).first();
    this.organization = page.getByLabel('Organization');
    this.submit = page.getByRole('button', { name: 'Create account' });
    this.tools = page.getByTestId('tools');
  }

  /** Fills in the form, sends it, and waits for Home. */
  async createAccount(login: string, password: string, organization = ''): Promise<void> {
    await this.login.fill(login);
    await this.password.fill(password);
    await this.organization.fill(organization);
    await this.submit.click();
    await this.page.getByRole('heading', { name: 'Home' }).waitFor();
  }
}
