import type { Locator, Page } from '@playwright/test';
import { SessionPage } from './session-page.ts';

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
  readonly proxy: Locator;
  readonly addressTest: Locator;
  readonly addressTestResult: Locator;

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
    this.proxy = page.getByTestId('proxy');
    this.addressTest = page.getByTestId('address-test');
    this.addressTestResult = page.getByTestId('address-test-result');
  }

  /** Shows a part of the settings. */
  async show(part: 'General' | 'Security' | 'People' | 'Network' | 'Webhooks' | 'API' | 'Maintenance'): Promise<void> {
    await this.page.getByTestId('nav-settings').click();
    await this.page.getByRole('tab', { name: part }).click();
  }

  /** Goes the way to an address; the result is shown. */
  async testAddress(address: string): Promise<void> {
    await this.addressTest.getByLabel('Address to test').fill(address);
    await this.addressTest.getByRole('button', { name: 'Test' }).click();
  }

  /**
   * Switches the server on and gives the address that it shows.
   * @param password of the account; asked for where it was not given in the last minutes
   */
  async switchServerOn(password: string): Promise<string> {
    await this.show('API');
    await this.serverSwitch.click();
    const session = new SessionPage(this.page);
    await this.baseAddress.or(session.confirmation).first().waitFor();
    if (await session.confirmation.isVisible()) await session.confirm(password);
    return await this.baseAddress.innerText();
  }

  /** Chooses light, dark, or the system's colours. */
  async chooseColors(label: 'As the system' | 'Light' | 'Dark'): Promise<void> {
    await this.page.getByText(label, { exact: true }).click();
  }
}
