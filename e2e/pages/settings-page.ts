import type { Locator, Page } from '@playwright/test';

/** Settings. */
export class SettingsPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly newOrganization: Locator;
  readonly add: Locator;
  readonly serverSwitch: Locator;
  readonly baseAddress: Locator;
  readonly servedRequests: Locator;
  readonly requestPanel: Locator;
  readonly twoFactor: Locator;
  readonly enrolment: Locator;
  readonly recoveryCodes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Settings' });
    this.newOrganization = page.getByLabel('New organization');
    this.add = page.getByRole('button', { name: 'Add', exact: true });
    this.serverSwitch = page.getByRole('switch', { name: 'Answer programs on this machine' });
    this.baseAddress = page.getByTestId('value-Base address');
    this.servedRequests = page.getByTestId('served-requests');
    this.requestPanel = page.getByTestId('request-panel');
    this.twoFactor = page.getByTestId('two-factor');
    this.enrolment = page.getByTestId('enrol-two-factor');
    this.recoveryCodes = page.getByTestId('recovery-codes');
  }

  /** Shows a part of the settings. */
  async show(part: 'General' | 'Security' | 'Webhooks' | 'API'): Promise<void> {
    await this.page.getByTestId('nav-settings').click();
    await this.page.getByRole('tab', { name: part }).click();
  }

  /** Switches the server on and gives the address that it shows. */
  async switchServerOn(): Promise<string> {
    await this.show('API');
    await this.serverSwitch.click();
    return await this.baseAddress.innerText();
  }

  /** Chooses light, dark, or the system's colours. */
  async chooseColors(label: 'As the system' | 'Light' | 'Dark'): Promise<void> {
    await this.page.getByText(label, { exact: true }).click();
  }
}
