import type { Locator, Page } from '@playwright/test';

/** Settings. */
export class SettingsPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly newOrganization: Locator;
  readonly add: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Settings' });
    this.newOrganization = page.getByLabel('New organization');
    this.add = page.getByRole('button', { name: 'Add' });
  }

  /** Chooses light, dark, or the system's colours. */
  async chooseColors(label: 'As the system' | 'Light' | 'Dark'): Promise<void> {
    await this.page.getByText(label, { exact: true }).click();
  }
}
