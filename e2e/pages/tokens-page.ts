import type { Locator, Page } from '@playwright/test';

/** Tokens and their dialogs. */
export class TokensPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly newToken: Locator;
  readonly list: Locator;
  readonly search: Locator;
  readonly dialog: Locator;
  readonly note: Locator;
  readonly shown: Locator;
  readonly text: Locator;
  readonly done: Locator;
  readonly confirmation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Tokens' });
    this.newToken = page.getByRole('button', { name: 'New token' });
    this.list = page.getByTestId('token-list');
    this.search = page.getByLabel('Search tokens');
    this.dialog = page.getByTestId('token-dialog');
    this.note = this.dialog.getByLabel('Note');
    this.shown = page.getByTestId('new-token');
    this.text = this.shown.getByTestId('value-Token');
    this.done = this.shown.getByRole('button', { name: 'Done' });
    this.confirmation = page.getByTestId('confirm-dialog');
  }

  /** The row of a token. */
  token(name: string): Locator {
    return this.page.getByTestId(`token-${name}`);
  }

  /** A scope in the open dialog. */
  scope(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name, exact: true });
  }

  /** A button of a token's row. */
  action(action: 'Edit' | 'Regenerate' | 'Delete', name: string): Locator {
    return this.page.getByRole('button', { name: `${action} ${name}` });
  }

  /** Reads the text of the token that is shown, and closes the dialog. */
  async takeText(): Promise<string> {
    const text = await this.text.innerText();
    await this.done.click();
    await this.shown.waitFor({ state: 'hidden' });
    return text;
  }
}
