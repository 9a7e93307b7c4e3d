import type { Locator, Page } from '@playwright/test';

/** Applications: what has access, and what is registered. */
export class ApplicationsPage {
  readonly page: Page;
  readonly register: Locator;
  readonly dialog: Locator;
  readonly registered: Locator;
  readonly grants: Locator;
  readonly applications: Locator;
  readonly confirmation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.register = page.getByRole('button', { name: 'Register application' });
    this.dialog = page.getByTestId('register-application');
    this.registered = page.getByTestId('new-application');
    this.grants = page.getByRole('list', { name: 'Applications with access' });
    this.applications = page.getByRole('list', { name: 'Registered applications' });
    this.confirmation = page.getByTestId('confirm-dialog');
  }

  /** Registers an application and gives what it signs in with. */
  async registerOne(name: string): Promise<{ clientId: string; clientSecret: string }> {
    await this.register.click();
    await this.dialog.getByLabel('Name').fill(name);
    await this.dialog.getByRole('button', { name: 'Register' }).click();
    const clientId = await this.registered.getByTestId('value-Client id').innerText();
    const clientSecret = await this.registered.getByTestId('value-Client secret').innerText();
    await this.registered.getByRole('button', { name: 'Done' }).click();
    return { clientId, clientSecret };
  }
}
