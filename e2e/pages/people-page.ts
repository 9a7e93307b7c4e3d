import type { Locator, Page } from '@playwright/test';

/** Settings, People: accounts and their passwords. */
export class PeoplePage {
  readonly page: Page;
  readonly list: Locator;
  readonly search: Locator;
  readonly add: Locator;
  readonly addDialog: Locator;
  readonly setDialog: Locator;
  /** The dialog with a password that is shown once. */
  readonly given: Locator;

  constructor(page: Page) {
    this.page = page;
    this.list = page.getByTestId('people-list');
    this.search = page.getByLabel('Search people');
    this.add = page.getByRole('button', { name: 'Add person' });
    this.addDialog = page.getByTestId('add-person');
    this.setDialog = page.getByTestId('set-password');
    this.given = page.getByTestId('password-given');
  }

  /** The row of an account. */
  person(login: string): Locator {
    return this.page.getByTestId(`person-${login}`);
  }

  /** Enters a password of one's choice in the dialog that is open. */
  async enterPassword(dialog: Locator, password: string): Promise<void> {
    await dialog.getByText('Enter a password', { exact: true }).click();
    await dialog.getByLabel('New password', { exact: true }).fill(password);
    await dialog.getByLabel('New password again', { exact: true }).fill(password);
  }

  /** Closes the dialog with the password and gives what it shows. */
  async takePassword(): Promise<string> {
    const password = await this.page.getByTestId('value-Password').innerText();
    await this.given.getByRole('button', { name: 'Done' }).click();
    return password;
  }
}
