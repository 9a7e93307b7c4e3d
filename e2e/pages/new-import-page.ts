import type { Locator, Page } from '@playwright/test';

/** The wizard before an import starts: source, what was found, destination. */
export class NewImportPage {
  readonly page: Page;
  readonly address: Locator;
  readonly continue: Locator;
  readonly chooseFolder: Locator;
  readonly credentials: Locator;
  readonly username: Locator;
  readonly password: Locator;
  readonly continueWithCredentials: Locator;
  readonly error: Locator;
  readonly found: Locator;
  readonly layout: Locator;
  readonly destination: Locator;
  readonly name: Locator;
  readonly start: Locator;

  constructor(page: Page) {
    this.page = page;
    this.address = page.getByTestId('source-address');
    this.continue = page.getByRole('button', { name: 'Continue', exact: true });
    this.chooseFolder = page.getByRole('button', { name: 'Choose a folder…' });
    this.credentials = page.getByTestId('credentials');
    this.username = this.credentials.getByLabel('User name');
    this.password = this.credentials.getByLabel('Password or token');
    this.continueWithCredentials = this.credentials.getByRole('button', { name: 'Continue with these' });
    this.error = page.getByTestId('error-notice');
    this.found = page.getByTestId('step-found');
    this.layout = page.getByTestId('layout-editor');
    this.destination = page.getByTestId('step-destination');
    this.name = page.getByTestId('destination-name');
    this.start = page.getByRole('button', { name: 'Start import' });
  }

  /** Opens the wizard. */
  async open(): Promise<void> {
    await this.#go();
    await this.address.waitFor();
  }

  /** Opens the wizard without what is left there of another import: a kill brings back what was not on the disk yet. */
  async openEmpty(): Promise<void> {
    await this.#go();
    const startOver = this.page.getByRole('button', { name: 'Start over' });
    await this.address.or(startOver).first().waitFor();
    if (await startOver.isVisible()) await startOver.click();
    await this.address.waitFor();
  }

  async #go(): Promise<void> {
    await this.page.evaluate(() => {
      window.location.hash = '#/imports/new';
    });
  }

  /** Gives an address and asks what is there. */
  async lookAt(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press('Enter');
  }

  /** Answers the question for credentials. */
  async signIn(username: string, password: string): Promise<void> {
    await this.username.fill(username);
    await this.password.fill(password);
    await this.continueWithCredentials.click();
  }

  /** From "what was found" into a new repository. */
  async startInto(name: string): Promise<void> {
    await this.found.waitFor();
    await this.name.fill(name);
    await this.start.click();
  }
}
